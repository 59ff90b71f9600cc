import { fromBase64 } from '../bytes.ts'
import { type Decoded, decode, MAX_DECODED_BYTES } from '../protobuf/decode.ts'

/**
 * The bytes that a proposal's operation has a node sign, read field by field: nobody reads base64, and votes over it.
 * Undefined for an operation that names no bytes.
 */
export function decidedBytes(operation: unknown): Decoded | undefined {
  const { bodyBytes, scheduleId } = Object(Object(operation).body)
  const bytes = typeof bodyBytes === 'string' ? bytesOrNone(bodyBytes) : undefined
  if (!bytes || bytes.length > MAX_DECODED_BYTES) return undefined
  return decode(bytes, scheduleId === undefined ? 'TransactionBody' : 'SchedulableTransactionBody')
}

function bytesOrNone(text: string): Uint8Array | undefined {
  try {
    return fromBase64(text)
  } catch {
    return undefined
  }
}
