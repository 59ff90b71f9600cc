import { toLedgerTime } from '@quorate/ledger'
import { badRequest } from '@quorate/platform'
import { limits } from '../../limits.ts'

const DAY_MS = 86_400_000

/** The time of an `executeAt`, in milliseconds. @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXECUTE_AT` */
export function executeAtFrom(text: string, now: number): number {
  const time = Math.floor(Number(toLedgerTime(text, 'executeAt')) * 1000)
  const days = limits.executeAtAhead.value
  if (time <= now || time > now + days * DAY_MS)
    throw badRequest(
      'INVALID_EXECUTE_AT',
      `executeAt is ${text}: send a time after ${new Date(now).toISOString()}, at most ${days} days ahead`,
    )
  return time
}
