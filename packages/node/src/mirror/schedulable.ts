import { proto } from '@hiero-ledger/proto'

/** The JSON text of a SchedulableTransactionBody in base64: int64 as decimal strings, bytes as base64. */
export const schedulableText = (base64: string): string =>
  JSON.stringify(proto.SchedulableTransactionBody.decode(Buffer.from(base64, 'base64')), readable)

/** A replacer for `JSON.stringify`, which calls `toJSON` before the replacer: `this[key]` is the original value. */
function readable(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const original = this[key]
  if (original instanceof Uint8Array) return Buffer.from(original).toString('base64')
  const isLong = typeof original === 'object' && original !== null && 'low' in original && 'unsigned' in original
  return isLong ? String(original) : value
}
