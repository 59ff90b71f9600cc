import { fromBase64 } from '../bytes.ts'
import { type Decoded, decode, MAX_DECODED_BYTES } from '../protobuf/decode.ts'

/** How an operation writes the bytes that a node signs: base64 in its one form, which everybody reads alike. */
export const DECIDED_BYTES = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$'
const isBase64 = new RegExp(DECIDED_BYTES)

/**
 * The bytes that a proposal's operation has a node sign, read field by field: nobody reads base64, and votes over it.
 * Undefined for an operation that names no bytes, or none that a node reads.
 */
export function decidedBytes(operation: unknown): Decoded | undefined {
  const { bodyBytes, scheduleId } = Object(Object(operation).body)
  const bytes =
    typeof bodyBytes === 'string' && bodyBytes !== '' && isBase64.test(bodyBytes) ? fromBase64(bodyBytes) : undefined
  if (!bytes || bytes.length > MAX_DECODED_BYTES) return undefined
  return decode(bytes, scheduleId === undefined ? 'TransactionBody' : 'SchedulableTransactionBody')
}
