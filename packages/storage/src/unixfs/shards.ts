/**
 * Sharded directories (UnixFS §2.3, HAMTDirectory): a name's hash determines the links that lead to it. Only the
 * requested name is hashed, never the names in the block. Their author may have chosen names with equal hashes, and may
 * have filled the block with many or long names.
 */

const MASK = (1n << 64n) - 1n
const C1 = 0x87c37b91114253d5n
const C2 = 0x4cf5ad432745937fn

const rotated = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK
const mixed1 = (value: bigint): bigint => (rotated((value * C1) & MASK, 31n) * C2) & MASK
const mixed2 = (value: bigint): bigint => (rotated((value * C2) & MASK, 33n) * C1) & MASK

function finished(value: bigint): bigint {
  let mixed = ((value ^ (value >> 33n)) * 0xff51afd7ed558ccdn) & MASK
  mixed = ((mixed ^ (mixed >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK
  return mixed ^ (mixed >> 33n)
}

/** The first half of MurmurHash3 x64 128, the hash that directories are sharded by. */
export function murmur64(bytes: Uint8Array): bigint {
  const rest = bytes.length % 16
  const whole = Buffer.alloc(bytes.length - rest + 16)
  whole.set(bytes)
  let h1 = 0n
  let h2 = 0n
  let at = 0
  for (; at < bytes.length - rest; at += 16) {
    h1 = rotated(h1 ^ mixed1(whole.readBigUInt64LE(at)), 27n)
    h1 = ((h1 + h2) * 5n + 0x52dce729n) & MASK
    h2 = rotated(h2 ^ mixed2(whole.readBigUInt64LE(at + 8)), 31n)
    h2 = ((h2 + h1) * 5n + 0x38495ab5n) & MASK
  }
  // Zeros fill the last chunk; they do not change the hash.
  const length = BigInt(bytes.length)
  h1 ^= mixed1(whole.readBigUInt64LE(at)) ^ length
  h2 ^= mixed2(whole.readBigUInt64LE(at + 8)) ^ length
  h1 = (h1 + h2) & MASK
  h2 = (h2 + h1) & MASK
  return (finished(h1) + finished(h2)) & MASK
}

/**
 * The prefixes of a name's links in each level of the directory, in order, until the bits of its hash are used up.
 *
 * @param fanout Links in a block of the directory, a power of two.
 */
export function* prefixesOf(name: string, fanout: number): Generator<string> {
  const hash = murmur64(Buffer.from(name))
  const bits = Math.log2(fanout)
  const digits = (fanout - 1).toString(16).length
  for (let left = 64 - bits; left >= 0; left -= bits) {
    const index = Number(BigInt.asUintN(bits, hash >> BigInt(left)))
    yield index.toString(16).toUpperCase().padStart(digits, '0')
  }
}
