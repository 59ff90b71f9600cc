/** What a request is for, as it is typed: the memo of its transaction. */
import { MAX_MEMO_BYTES } from '@quorate/verify'

export const isTooLong = (purpose: string): boolean => new TextEncoder().encode(purpose.trim()).length > MAX_MEMO_BYTES

/** The field of a request's body; undefined if the purpose is too long. */
export const memoOf = (purpose: string): { memo?: string } | undefined =>
  isTooLong(purpose) ? undefined : purpose.trim() === '' ? {} : { memo: purpose.trim() }
