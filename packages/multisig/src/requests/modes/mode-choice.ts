import { badRequest } from '@quorate/platform'
import type { Request } from '../../model/request.ts'
import type { Operation } from '../../operations/operation.ts'
import type { Settings } from '../../settings.ts'
import { type GivenSchedule, scheduleFrom } from './scheduled/creation.ts'
import { executeAtFrom } from './timed-start.ts'

/** The fields of a body that choose its request's mode. */
export type GivenTimes = GivenSchedule & { executeAt?: string }

/**
 * The mode of a new request: timed with `executeAt`, scheduled with `expiresAt`, otherwise immediate.
 *
 * @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXECUTE_AT`, `INVALID_EXPIRES_AT`, `CONFLICTING_TIMES`; 422
 *     `NOT_SCHEDULABLE`
 */
export function chooseMode(
  body: GivenTimes,
  operation: Pick<Operation, 'notSchedulable'>,
  { now, settings }: { now: number; settings: Settings },
): Pick<Request, 'mode' | 'executeAt' | 'schedule'> {
  const executeAt = body.executeAt === undefined ? null : new Date(executeAtFrom(body.executeAt, now))
  if (executeAt && body.expiresAt !== undefined)
    throw badRequest(
      'CONFLICTING_TIMES',
      'executeAt lets this service keep the request and expiresAt lets the ledger: send one of them',
    )
  const schedule = scheduleFrom(body, operation, { now, settings })
  if (schedule) return { mode: 'scheduled', executeAt: null, schedule }
  return { mode: executeAt ? 'timed' : 'immediate', executeAt, schedule: null }
}
