import { unprocessable } from '@quorate/platform'

/** The protocol's limit of a memo in UTF-8, in bytes. */
export const MAX_MEMO_BYTES = 100

/** @throws 422 `MEMO_TOO_LONG` */
export function checkMemo(memo: string | undefined): void {
  const bytes = Buffer.byteLength(memo ?? '')
  if (bytes > MAX_MEMO_BYTES)
    throw unprocessable('MEMO_TOO_LONG', `memo has ${bytes} bytes, but the ledger accepts at most ${MAX_MEMO_BYTES}`)
}
