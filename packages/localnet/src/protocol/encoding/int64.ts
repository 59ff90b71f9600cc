import type { proto } from '@hiero-ledger/proto'

/** 64-bit integers of decoded protobufs; the same shape the encoder takes. */
type Long = NonNullable<proto.ITransactionBody['transactionFee']>

/**
 * A protobuf 64-bit integer as a signed BigInt; an absent one is 0. Unsigned ones wrap, because the protocol reads them
 * as signed.
 */
export function int64(value: Long | number | null | undefined): bigint {
  if (value == null) return 0n
  if (typeof value === 'number') return BigInt(value)
  if (value.high === 0) return BigInt(value.low >>> 0)
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0)
}

/**
 * A BigInt as the encoder's 64-bit integer.
 *
 * @throws RangeError beyond 64 bits, because truncation could turn a debit into a credit
 */
export function toLong(value: bigint): Long {
  if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} has more than 64 bits`)
  const bits = { low: Number(BigInt.asIntN(32, value)), high: Number(BigInt.asIntN(32, value >> 32n)), unsigned: false }
  return bits as Long
}

export const INT64_MAX = 2n ** 63n - 1n
