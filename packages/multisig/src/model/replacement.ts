/** Requests that replace other requests. */
import type { Request } from './request.ts'

/** The shortest time that owners must have to sign a request that is executed immediately, in milliseconds. */
const LEAST_LEFT_MS = 30_000

/**
 * Whether a replacement has the transaction id of the replaced request, so that the ledger executes at most one of the
 * two. The ids are equal if both become valid at the same time: both are executed at once, while enough time is left,
 * or both have the same `executeAt`. The id of a schedule always differs.
 */
export const canShareId = (
  older: Pick<Request, 'mode' | 'executeAt' | 'expiresAt'>,
  newer: Pick<Request, 'mode' | 'executeAt'>,
  now: number,
): boolean => {
  if (older.mode !== newer.mode) return false
  if (older.mode === 'timed') return older.executeAt?.getTime() === newer.executeAt?.getTime()
  return older.mode === 'immediate' && older.expiresAt.getTime() - now >= LEAST_LEFT_MS
}

/** The code and message of a replaced request. */
export const replacedBy = (jobId: string) => ({
  code: 'REPLACED',
  message: `The request ${jobId} replaces this one`,
})
