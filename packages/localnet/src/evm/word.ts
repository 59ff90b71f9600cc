/**
 * A 256-bit unsigned integer: a number up to 2^53 - 1, a BigInt above that. A value always has the same form, so `===`
 * and `<` compare two of them. Most values of a program are small, and numbers are several times faster.
 */
export type Word = number | bigint

export const MAX_SMALL: number = Number.MAX_SAFE_INTEGER
const MAX_SMALL_BIG = BigInt(MAX_SMALL)
export const MODULUS: bigint = 2n ** 256n
export const MAX_WORD: bigint = MODULUS - 1n
const TWO_32 = 2 ** 32

/** A BigInt from 0 to 2^256 - 1 as a word. */
export const word = (value: bigint): Word => (value <= MAX_SMALL_BIG ? Number(value) : value)

/** A BigInt modulo 2^256. */
export const wrap = (value: bigint): Word => word(BigInt.asUintN(256, value))

export const signed = (value: Word): bigint => BigInt.asIntN(256, BigInt(value))

/** The big-endian integer in at most 32 bytes. */
export function wordOf(bytes: Uint8Array): Word {
  return bytes.length === 0 ? 0 : word(BigInt(`0x${Buffer.from(bytes).toString('hex')}`))
}

/** The word at an offset of memory that has 32 bytes there. */
export function readWord(view: DataView, at: number): Word {
  const isSmall =
    view.getUint32(at) === 0 &&
    view.getUint32(at + 4) === 0 &&
    view.getUint32(at + 8) === 0 &&
    view.getUint32(at + 12) === 0 &&
    view.getUint32(at + 16) === 0 &&
    view.getUint32(at + 20) === 0 &&
    view.getUint32(at + 24) < 2 ** 21
  if (isSmall) return view.getUint32(at + 24) * TWO_32 + view.getUint32(at + 28)
  const high = (view.getBigUint64(at) << 64n) | view.getBigUint64(at + 8)
  return (high << 128n) | (view.getBigUint64(at + 16) << 64n) | view.getBigUint64(at + 24)
}

export function writeWord(view: DataView, at: number, value: Word): void {
  if (typeof value === 'number') {
    view.setFloat64(at, 0)
    view.setFloat64(at + 8, 0)
    view.setFloat64(at + 16, 0)
    view.setUint32(at + 24, value / TWO_32)
    view.setUint32(at + 28, value)
    return
  }
  view.setBigUint64(at, value >> 192n)
  view.setBigUint64(at + 8, value >> 128n)
  view.setBigUint64(at + 16, value >> 64n)
  view.setBigUint64(at + 24, value)
}

/** 32 bytes, big-endian. */
export function toBytes(value: Word): Buffer {
  const bytes = Buffer.alloc(32)
  writeWord(new DataView(bytes.buffer, bytes.byteOffset, 32), 0, value)
  return bytes
}

/** An address: 40 lower-case hex digits. */
export type Address = string

const ADDRESS_BITS = 160

/** The address in a word's lower 160 bits. */
export function addressOf(value: Word): Address {
  const bits = typeof value === 'number' ? value : BigInt.asUintN(ADDRESS_BITS, value)
  return bits.toString(16).padStart(40, '0')
}

export const addressWord = (address: Address): Word => word(BigInt(`0x${address}`))
