const INPUT_BYTES = 213

// RFC 7693 §2.6 and §2.7
const IV = [
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
  0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
]
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
].map((row) => Uint8Array.from(row))
/** The four words that each of the eight mixings of a round changes. */
const MIXED = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
].map((row) => Uint8Array.from(row))

const at = (array: Uint8Array | Int32Array, index: number): number => array[index] as number

/** v[a] += v[b] + m. Each 64-bit word is two 32-bit words, the lower half first. */
function addWords(v: Int32Array, a: number, b: number, m: Int32Array, k: number): void {
  const low = (at(v, 2 * a) >>> 0) + (at(v, 2 * b) >>> 0) + (at(m, 2 * k) >>> 0)
  v[2 * a + 1] = at(v, 2 * a + 1) + at(v, 2 * b + 1) + at(m, 2 * k + 1) + Math.floor(low / 2 ** 32)
  v[2 * a] = low
}

/** v[d] = (v[d] ^ v[a]) rotated right by `bits`. */
function rotate(v: Int32Array, d: number, a: number, bits: number): void {
  let low = at(v, 2 * d) ^ at(v, 2 * a)
  let high = at(v, 2 * d + 1) ^ at(v, 2 * a + 1)
  if (bits >= 32) [low, high] = [high, low]
  const by = bits % 32
  v[2 * d] = by === 0 ? low : (low >>> by) | (high << (32 - by))
  v[2 * d + 1] = by === 0 ? high : (high >>> by) | (low << (32 - by))
}

const NOTHING = new Int32Array(2)

function mix(v: Int32Array, words: Uint8Array, m: Int32Array, x: number, y: number): void {
  const [a, b, c, d] = [at(words, 0), at(words, 1), at(words, 2), at(words, 3)]
  addWords(v, a, b, m, x)
  rotate(v, d, a, 32)
  addWords(v, c, d, NOTHING, 0)
  rotate(v, b, c, 24)
  addWords(v, a, b, m, y)
  rotate(v, d, a, 16)
  addWords(v, c, d, NOTHING, 0)
  rotate(v, b, c, 63)
}

function round(v: Int32Array, m: Int32Array, sigma: Uint8Array): void {
  for (let i = 0; i < 8; i++) mix(v, MIXED[i] as Uint8Array, m, at(sigma, 2 * i), at(sigma, 2 * i + 1))
}

const roundsOf = (input: Uint8Array): number => Buffer.from(input.subarray(0, 4)).readUInt32BE()

export const blake2fGas = (input: Uint8Array): number => (input.length === INPUT_BYTES ? roundsOf(input) : 0)

/** EIP-152: the compression function F of BLAKE2b, which no library exports. */
export function blake2f(input: Uint8Array): Uint8Array | undefined {
  const last = input[INPUT_BYTES - 1] ?? 2
  if (input.length !== INPUT_BYTES || last > 1) return undefined
  const bytes = Buffer.from(input)
  const words = (from: number, count: number) =>
    Int32Array.from({ length: count }, (_, i) => bytes.readInt32LE(from + 4 * i))
  const [h, m, t] = [words(4, 16), words(68, 32), words(196, 4)]
  const v = Int32Array.from([...h, ...IV])
  for (let i = 0; i < 4; i++) v[24 + i] = at(v, 24 + i) ^ at(t, i)
  if (last === 1) for (const i of [28, 29]) v[i] = ~at(v, i)
  const rounds = roundsOf(input)
  for (let i = 0; i < rounds; i++) round(v, m, SIGMA[i % 10] as Uint8Array)
  const output = Buffer.alloc(64)
  for (let i = 0; i < 16; i++) output.writeInt32LE(at(h, i) ^ at(v, i) ^ at(v, i + 16), 4 * i)
  return output
}
