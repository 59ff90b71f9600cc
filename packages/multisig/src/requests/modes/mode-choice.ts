import { badRequest } from '@quorate/platform'
import type { Request } from '../../model/request.ts'
import type { Settings } from '../../settings.ts'
import { type GivenSchedule, scheduleFrom } from './scheduled/creation.ts'
import { executeAtFrom } from './timed-start.ts'

/** The fields of a body that choose its request's mode. */
export type GivenTimes = GivenSchedule & { executeAt?: string }

/**
 * The mode of a new request: timed with `executeAt`, scheduled with `expiresAt`, otherwise immediate.
 *
 * @param notSchedulable Why the network cannot schedule such a transaction; undefined if it can
 * @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXECUTE_AT`, `INVALID_EXPIRES_AT`, `CONFLICTING_TIMES`; 422
 * `NOT_SCHEDULABLE`
 */
export function chooseMode(
  body: GivenTimes,
  notSchedulable: () => string | undefined,
  { now, settings }: { now: number; settings: Settings },
): Pick<Request, 'mode' | 'executeAt' | 'schedule'> {
  const executeAt = body.executeAt === undefined ? null : new Date(executeAtFrom(body.executeAt, now))
  if (executeAt && body.expiresAt !== undefined)
    throw badRequest(
      'CONFLICTING_TIMES',
      'With executeAt this service keeps the request, with expiresAt the ledger does: send only one',
    )
  const schedule = scheduleFrom(body, notSchedulable, { now, settings })
  if (schedule) return { mode: 'scheduled', executeAt: null, schedule }
  return { mode: executeAt ? 'timed' : 'immediate', executeAt, schedule: null }
}
