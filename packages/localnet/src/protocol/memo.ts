import { check } from './status-error.ts'

const MAX_BYTES = 100

/** Checks a memo of a transaction or entity: at most 100 bytes of UTF-8, no NUL. */
export function checkMemo(memo: string): void {
  if (memo === '') return
  check(Buffer.byteLength(memo) <= MAX_BYTES, 'MEMO_TOO_LONG')
  check(!memo.includes('\0'), 'INVALID_ZERO_BYTE_IN_STRING')
}
