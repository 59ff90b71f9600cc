/** The wire format of protobuf (https://protobuf.dev/programming-guides/encoding). */

export const VARINT = 0
export const FIXED64 = 1
export const LENGTH = 2
export const FIXED32 = 5
export type WireType = typeof VARINT | typeof FIXED64 | typeof LENGTH | typeof FIXED32

/** A number as encoded in the bytes. */
export interface Varint {
  /** All bits of the number, up to 70. */
  value: bigint
  end: number
  /** Whether fewer bytes would encode the same value. */
  isLong: boolean
}

/** The varint at `start`; undefined if it does not end before `end`, or has more than ten bytes. */
export function readVarint(bytes: Uint8Array, start: number, end: number): Varint | undefined {
  let value = 0n
  for (let at = start; at < end && at < start + 10; at++) {
    const byte = bytes[at] ?? 0
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start))
    if (byte < 0x80) return { value, end: at + 1, isLong: byte === 0 && at > start }
  }
  return undefined
}

/** A field's number, type and content range. */
export interface RawField {
  number: number
  wireType: WireType
  start: number
  contentStart: number
  end: number
  /** Set if the wire type is varint. */
  varint: Varint | undefined
  /** Whether its tag or its length is encoded in more bytes than it needs. */
  isLong: boolean
}

/**
 * The field at `start`; undefined if the bytes are not a field: truncated, without a number, or a group, which proto3
 * no longer has.
 */
export function readField(bytes: Uint8Array, start: number, end: number): RawField | undefined {
  const tag = readVarint(bytes, start, end)
  if (!tag || tag.value >= 1n << 32n) return undefined
  const [number, wireType] = [Number(tag.value >> 3n), Number(tag.value & 7n)]
  if (number === 0) return undefined
  const field = { number, start, isLong: tag.isLong, varint: undefined }
  const fixed = { ...field, contentStart: tag.end }
  switch (wireType) {
    case VARINT: {
      const varint = readVarint(bytes, tag.end, end)
      return varint && { ...fixed, wireType, varint, end: varint.end }
    }
    case FIXED64:
    case FIXED32: {
      const fixedEnd = tag.end + (wireType === FIXED64 ? 8 : 4)
      return fixedEnd > end ? undefined : { ...fixed, wireType, end: fixedEnd }
    }
    case LENGTH: {
      const length = readVarint(bytes, tag.end, end)
      if (!length || length.value > BigInt(end - length.end)) return undefined
      const isLong = tag.isLong || length.isLong
      return { ...field, isLong, wireType, contentStart: length.end, end: length.end + Number(length.value) }
    }
    default:
      return undefined
  }
}
