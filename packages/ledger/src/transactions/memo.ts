import { unprocessable } from '@quorate/platform'
import { MAX_MEMO_BYTES } from '@quorate/verify'

/** @throws 422 `MEMO_TOO_LONG` */
export function checkMemo(memo: string | undefined): void {
  const bytes = Buffer.byteLength(memo ?? '')
  if (bytes > MAX_MEMO_BYTES)
    throw unprocessable('MEMO_TOO_LONG', `memo has ${bytes} bytes, but the ledger accepts at most ${MAX_MEMO_BYTES}`)
}
