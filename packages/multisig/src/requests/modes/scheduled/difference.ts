import { type MirrorSchedule, scheduledBodyIn } from '@quorate/ledger'
import { type Key, sameKey, saysSame } from '@quorate/verify'
import type { Request } from '../../../model/request.ts'

/**
 * How a schedule on the ledger differs from the requested one; undefined if it does not. The payer of a ScheduleCreate
 * can execute another one under its id.
 */
export function differenceOf(
  shown: MirrorSchedule,
  { jobId, requester, wallet, bodyBytes, schedule, signing }: Request,
): string | undefined {
  const body = scheduledBodyIn(bodyBytes)
  if (!body || !schedule) return 'it was never requested'
  if (!saysSame(shown.body, body.schedulable, 'SchedulableTransactionBody')) return 'it has another transaction'
  if (shown.creator !== (signing.creator?.payer ?? requester)) return `its creator is ${shown.creator}`
  if (shown.payer !== wallet) return `its payer is ${shown.payer}`
  if (!isSame(shown.adminKey, body.adminKey)) return 'it has another admin key'
  if (shown.memo !== `quorate:${jobId}`) return `its memo is ${JSON.stringify(shown.memo)}`
  if (shown.waitForExpiry !== (schedule.execute === 'expiry')) return 'it is executed at another time'
  const end = shown.expirationTime === null ? null : Math.floor(Number(shown.expirationTime)) * 1000
  return end === schedule.expiresAt.getTime() ? undefined : `it expires at ${shown.expirationTime}`
}

const isSame = (one: Key | null, other: Key | null): boolean =>
  one === null || other === null ? one === other : sameKey(one, other)
