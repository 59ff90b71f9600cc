/** What a request is for, as it is typed: the memo of its transaction. */

/** The ledger's limit of a memo in UTF-8, in bytes. */
const MAX_BYTES = 100

export const isTooLong = (purpose: string): boolean => new TextEncoder().encode(purpose.trim()).length > MAX_BYTES

/** The field of a request's body; undefined if the purpose is too long. */
export const memoOf = (purpose: string): { memo?: string } | undefined =>
  isTooLong(purpose) ? undefined : purpose.trim() === '' ? {} : { memo: purpose.trim() }
