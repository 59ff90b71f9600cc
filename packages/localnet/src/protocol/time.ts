import type { proto } from '@hiero-ledger/proto'
import { INT64_MAX, int64, toLong } from './encoding/int64.ts'

export const NANOS_PER_SECOND = 1_000_000_000n

/**
 * Nanoseconds since the epoch of a protobuf timestamp. An absent timestamp is 0; one beyond 64 bits is clamped to their
 * limit. Nanos outside 0 to 999,999,999 are clamped, as in the network's `TransactionChecker`.
 */
export function nanosOf(timestamp: proto.ITimestamp | null | undefined): bigint {
  const part = Math.min(Math.max(timestamp?.nanos ?? 0, 0), 999_999_999)
  const nanos = int64(timestamp?.seconds) * NANOS_PER_SECOND + BigInt(part)
  return nanos > INT64_MAX ? INT64_MAX : nanos < -INT64_MAX ? -INT64_MAX : nanos
}

export function toTimestamp(nanos: bigint): proto.ITimestamp {
  return { seconds: toLong(nanos / NANOS_PER_SECOND), nanos: Number(nanos % NANOS_PER_SECOND) }
}

/** `seconds.nanoseconds` as the Mirror Node writes times. */
export function timestampText(nanos: bigint): string {
  return `${nanos / NANOS_PER_SECOND}.${String(nanos % NANOS_PER_SECOND).padStart(9, '0')}`
}

/** Nanoseconds of `seconds` or `seconds.nanoseconds`; undefined if the text is neither, or beyond 64 bits. */
export function parseTimestamp(text: string): bigint | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match) return undefined
  const nanos = BigInt(match[1] ?? 0) * NANOS_PER_SECOND + BigInt((match[2] ?? '').padEnd(9, '0'))
  return nanos > INT64_MAX ? undefined : nanos
}
