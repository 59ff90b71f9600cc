import { fromBase64 } from '../bytes.ts'
import { type Decoded, decode, MAX_DECODED_BYTES } from '../protobuf/decode.ts'

/** The pattern of the bytes that a proposal asks a node to sign: canonical base64, which every decoder reads alike. */
export const DECIDED_BYTES = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$'
const isBase64 = new RegExp(DECIDED_BYTES)

/**
 * Decodes the bytes that a proposal's operation asks a node to sign, because voters can't read base64. Undefined if the
 * operation names no bytes, or bytes that a node cannot read.
 */
export function decidedBytes(operation: unknown): Decoded | undefined {
  const { bodyBytes, scheduleId } = Object(Object(operation).body)
  const bytes =
    typeof bodyBytes === 'string' && bodyBytes !== '' && isBase64.test(bodyBytes) ? fromBase64(bodyBytes) : undefined
  if (!bytes || bytes.length > MAX_DECODED_BYTES) return undefined
  return decode(bytes, scheduleId === undefined ? 'TransactionBody' : 'SchedulableTransactionBody')
}
