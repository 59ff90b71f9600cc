/** QR codes (ISO/IEC 18004): bytes, error correction level L, versions 1 to 10, which hold 271 bytes. */

/** By version: codewords in all, those of error correction in each block, blocks, and where alignment patterns stand. */
const VERSIONS: readonly [total: number, correction: number, blocks: number, alignment: readonly number[]][] = [
  [26, 7, 1, []],
  [44, 10, 1, [6, 18]],
  [70, 15, 1, [6, 22]],
  [100, 20, 1, [6, 26]],
  [134, 26, 1, [6, 30]],
  [172, 18, 2, [6, 34]],
  [196, 20, 2, [6, 22, 38]],
  [242, 24, 2, [6, 24, 42]],
  [292, 30, 2, [6, 26, 46]],
  [346, 18, 4, [6, 28, 50]],
]

/** True is dark; row by row, without the quiet zone. */
export type Modules = boolean[][]

/** @throws RangeError for a text of more than 271 bytes */
export function qrCode(text: string): Modules {
  const bytes = new TextEncoder().encode(text)
  const index = VERSIONS.findIndex(([total, correction, blocks], at) => {
    const header = at < 9 ? 2 : 3
    return bytes.length + header <= total - correction * blocks
  })
  const chosen = VERSIONS[index]
  if (!chosen) throw new RangeError(`a QR code of ${bytes.length} bytes: at most 271 fit`)
  const [total, correction, blocks, alignment] = chosen
  const version = index + 1
  const codewords = interleaved(dataCodewords(bytes, version, total - correction * blocks), correction, blocks)
  const drawn = Array.from({ length: 8 }, (_, mask) => draw(version, alignment, codewords, mask))
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

/** §7.4: mode, length, bytes, terminator and padding. */
function dataCodewords(bytes: Uint8Array, version: number, capacity: number): number[] {
  const lengthBits = version < 10 ? 8 : 16
  const octets = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const bits = `0100${bytes.length.toString(2).padStart(lengthBits, '0')}${octets}`
  const closed = bits + '0'.repeat(Math.min(4, capacity * 8 - bits.length))
  const codewords = (closed.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2))
  for (let pad = 0xec; codewords.length < capacity; pad ^= 0xec ^ 0x11) codewords.push(pad)
  return codewords
}

/** §7.6: the blocks' codewords in turn, then those of their corrections. Shorter blocks come first. */
function interleaved(data: number[], correction: number, blocks: number): number[] {
  const short = Math.floor(data.length / blocks)
  const longFrom = blocks - (data.length % blocks)
  const parts: number[][] = []
  for (let at = 0, block = 0; block < blocks; block++) {
    const end = at + short + (block < longFrom ? 0 : 1)
    parts.push(data.slice(at, end))
    at = end
  }
  const divisor = generator(correction)
  return [...inTurn(parts), ...inTurn(parts.map((part) => remainder(part, divisor)))]
}

const inTurn = (parts: number[][]): number[] =>
  Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, at) =>
    parts.flatMap((part) => part[at] ?? []),
  ).flat()

/** In GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a)
  return product
}

/** Coefficients of (x - 1)(x - 2)(x - 4)..., the leading 1 left out. */
function generator(degree: number): number[] {
  let polynomial: number[] = [...Array<number>(degree - 1).fill(0), 1]
  for (let root = 1, count = 0; count < degree; count++, root = multiply(root, 2)) {
    polynomial = polynomial.map((value, at) => multiply(value, root) ^ (polynomial[at + 1] ?? 0))
  }
  return polynomial
}

function remainder(data: number[], divisor: number[]): number[] {
  let rest: number[] = divisor.map(() => 0)
  for (const value of data) {
    const factor = value ^ (rest[0] ?? 0)
    rest = divisor.map((coefficient, at) => (rest[at + 1] ?? 0) ^ multiply(coefficient, factor))
  }
  return rest
}

/** §7.8.2 */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function draw(version: number, alignment: readonly number[], codewords: number[], mask: number): Modules {
  const size = version * 4 + 17
  const modules: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined))
  const set = (x: number, y: number, dark: boolean) => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = dark
  }
  drawPatterns(set, size, alignment)
  drawFormat(set, size, mask)
  if (version >= 7) drawVersion(set, size, version)
  fill(modules, codewords, MASKS[mask] ?? (() => false))
  return modules as Modules
}

type Setter = (x: number, y: number, dark: boolean) => void

/** §6.3: timing, finder (with separators) and alignment patterns. */
function drawPatterns(set: Setter, size: number, alignment: readonly number[]): void {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const rings = (x: number, y: number, radius: number, isDark: (distance: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  const last = alignment.at(-1)
  for (const x of alignment)
    for (const y of alignment) {
      const isCorner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6)
      if (!isCorner) rings(x, y, 2, (distance) => distance !== 1)
    }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, (distance) => distance !== 2 && distance !== 4)
}

/** A BCH code: the value, then its remainder by `divisor`. */
function withRemainder(value: number, divisor: number, bits: number): number {
  let rest = value
  for (let count = 0; count < bits; count++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor)
  return (value << bits) | rest
}

/** §7.9, level L being 01; twice, so that a torn corner hides no more than one. */
function drawFormat(set: Setter, size: number, mask: number): void {
  const format = withRemainder((1 << 3) | mask, 0x537, 10) ^ 0x5412
  const bit = (at: number): boolean => ((format >> at) & 1) === 1
  for (let at = 0; at <= 5; at++) set(8, at, bit(at))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let at = 9; at < 15; at++) set(14 - at, 8, bit(at))
  for (let at = 0; at < 8; at++) set(size - 1 - at, 8, bit(at))
  for (let at = 8; at < 15; at++) set(8, size - 15 + at, bit(at))
  set(8, size - 8, true)
}

/** §7.10 */
function drawVersion(set: Setter, size: number, version: number): void {
  const bits = withRemainder(version, 0x1f25, 12)
  for (let at = 0; at < 18; at++) {
    const dark = ((bits >> at) & 1) === 1
    const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)]
    set(a, b, dark)
    set(b, a, dark)
  }
}

/** §7.7.3: two columns at a time from the right, up and down in turn; what is left over stays light before its mask. */
function fill(modules: (boolean | undefined)[][], codewords: number[], isMasked: (x: number, y: number) => boolean) {
  const size = modules.length
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = modules[y]
        if (!row || row[x] !== undefined) continue
        const bit = (((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
        row[x] = bit !== isMasked(x, y)
        at++
      }
    }
  }
}

/** §7.8.3: runs, blocks, what looks like a finder, and imbalance make a code hard to read. */
function penalty(modules: Modules): number {
  const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x] ?? false))]
  let points = 0
  for (const line of lines) {
    const text = line.map((dark) => (dark ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2
    for (const pattern of ['10111010000', '00001011101']) points += 40 * (text.split(pattern).length - 1)
  }
  for (let y = 1; y < modules.length; y++)
    for (let x = 1; x < modules.length; x++) {
      const dark = modules[y]?.[x]
      if (dark === modules[y]?.[x - 1] && dark === modules[y - 1]?.[x] && dark === modules[y - 1]?.[x - 1]) points += 3
    }
  const dark = modules.flat().filter(Boolean).length
  return points + 10 * Math.floor(Math.abs((dark * 20) / modules.length ** 2 - 10))
}
