import { check } from './status-error.ts'

const MAX_BYTES = 100

/** The rule for memos of transactions and entities: 100 bytes of UTF-8 at most, no NUL. */
export function checkMemo(memo: string): void {
  if (memo === '') return
  check(Buffer.byteLength(memo) <= MAX_BYTES, 'MEMO_TOO_LONG')
  check(!memo.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING')
}
