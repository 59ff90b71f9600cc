/** The ledger's limit of a memo in UTF-8, in bytes (MEMO_TOO_LONG). */
export const MAX_MEMO_BYTES = 100
