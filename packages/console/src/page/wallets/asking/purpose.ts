/** The purpose of a request, as the user types it: the memo of its transaction. */
import { MAX_MEMO_BYTES } from '@quorate/verify'

/** The bytes that still fit; negative if the purpose is too long. */
export const bytesLeft = (purpose: string): number => MAX_MEMO_BYTES - new TextEncoder().encode(purpose.trim()).length

export const isTooLong = (purpose: string): boolean => bytesLeft(purpose) < 0

/** The field of a request's body; undefined if the purpose is too long. */
export const memoOf = (purpose: string): { memo?: string } | undefined =>
  isTooLong(purpose) ? undefined : purpose.trim() === '' ? {} : { memo: purpose.trim() }
