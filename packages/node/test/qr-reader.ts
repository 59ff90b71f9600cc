/** Reads a QR code of bytes by the standard, knowing nothing of how it was made. */
import assert from 'node:assert/strict'

/** ISO/IEC 18004 table 9, level L: by version, the blocks as [count, codewords, data codewords]. */
const BLOCKS: readonly (readonly (readonly [number, number, number])[])[] = [
  [[1, 26, 19]],
  [[1, 44, 34]],
  [[1, 70, 55]],
  [[1, 100, 80]],
  [[1, 134, 108]],
  [[2, 86, 68]],
  [[2, 98, 78]],
  [[2, 121, 97]],
  [[2, 146, 116]],
  [
    [2, 86, 68],
    [2, 87, 69],
  ],
]
/** Annex E. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]
/** Annex C, table C.1: the format of level L with masks 0 to 7, after masking. */
const FORMATS = [0x77c4, 0x72f3, 0x7daa, 0x789d, 0x662f, 0x6318, 0x6c41, 0x6976]
/** Annex D, table D.1. */
const VERSION_BITS: Record<number, number> = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99, 10: 0x0a4d3 }

const MASKS = [
  (i: number, j: number) => (i + j) % 2,
  (i: number) => i % 2,
  (_i: number, j: number) => j % 3,
  (i: number, j: number) => (i + j) % 3,
  (i: number, j: number) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3),
  (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2,
]

export function readQrCode(modules: boolean[][]): string {
  const size = modules.length
  const version = (size - 17) / 4
  const at = (row: number, column: number): number => (modules[row]?.[column] ? 1 : 0)
  const isFunction = functionModules(size, version)
  const mask = readMask(at, size)
  if (version >= 7) assert.equal(readVersion(at, size), VERSION_BITS[version])
  checkFinder(at, 0, 0)
  checkFinder(at, 0, size - 7)
  checkFinder(at, size - 7, 0)

  const bits: number[] = []
  let upward = true
  for (let column = size - 1; column > 0; column -= 2) {
    if (column === 6) column--
    for (let step = 0; step < size; step++) {
      const row = upward ? size - 1 - step : step
      for (const one of [column, column - 1])
        if (!isFunction(row, one)) bits.push(at(row, one) ^ (MASKS[mask]?.(row, one) === 0 ? 1 : 0))
    }
    upward = !upward
  }
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  )
  return textIn(corrected(codewords, version), version)
}

function functionModules(size: number, version: number): (row: number, column: number) => boolean {
  const centres = ALIGNMENT[version - 1] ?? []
  const last = size - 7
  return (row, column) => {
    if (row === 6 || column === 6) return true
    if (row < 9 && (column < 9 || column >= size - 8)) return true
    if (row >= size - 8 && column < 9) return true
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true
    return centres.some((y) =>
      centres.some((x) => {
        const inFinder = (y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6)
        return !inFinder && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2
      }),
    )
  }
}

type At = (row: number, column: number) => number

/** Figure 25: the most significant bit first, along row 8 and up column 8; the same again at the other corners. */
function readMask(at: At, size: number): number {
  const first = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column))
  const second = [7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8))
  const format = [...first, ...second].reduce((value, bit) => value * 2 + bit, 0)
  const below = [1, 2, 3, 4, 5, 6, 7].map((distance) => at(size - distance, 8))
  const right = [8, 7, 6, 5, 4, 3, 2, 1].map((distance) => at(8, size - distance))
  assert.equal(
    [...below, ...right].reduce((value, bit) => value * 2 + bit, 0),
    format,
  )
  assert.equal(at(size - 8, 8), 1, 'the dark module')
  const mask = FORMATS.indexOf(format)
  assert.ok(mask >= 0, `format ${format.toString(16)}`)
  return mask
}

function readVersion(at: At, size: number): number {
  let value = 0
  for (let bit = 17; bit >= 0; bit--) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
    assert.equal(at(far, near), at(near, far))
    value = value * 2 + at(far, near)
  }
  return value
}

function checkFinder(at: At, top: number, left: number): void {
  const rows = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
  for (const [row, text] of rows.entries())
    for (const [column, bit] of [...text].entries()) assert.equal(at(top + row, left + column), Number(bit))
}

/** α^n in GF(256) modulo 0x11d. */
const POWERS = Array.from({ length: 255 }, () => 0)
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = value
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255] ?? 0)

/** The data codewords, every syndrome of every block being zero. */
function corrected(codewords: number[], version: number): number[] {
  const blocks = (BLOCKS[version - 1] ?? []).flatMap(([count, total, data]) =>
    Array.from({ length: count }, () => ({ total, data, words: [] as number[] })),
  )
  let next = 0
  const longest = Math.max(...blocks.map(({ data }) => data))
  for (let index = 0; index < longest; index++)
    for (const block of blocks) if (index < block.data) block.words.push(codewords[next++] ?? 0)
  const correction = (blocks[0]?.total ?? 0) - (blocks[0]?.data ?? 0)
  for (let index = 0; index < correction; index++) for (const block of blocks) block.words.push(codewords[next++] ?? 0)
  for (const { words } of blocks)
    for (let root = 0; root < correction; root++) {
      const syndrome = words.reduce((sum, word) => times(sum, POWERS[root] ?? 0) ^ word, 0)
      assert.equal(syndrome, 0, `syndrome ${root}`)
    }
  return blocks.flatMap(({ words, data }) => words.slice(0, data))
}

function textIn(data: number[], version: number): string {
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('')
  assert.equal(bits.slice(0, 4), '0100', 'byte mode')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(bits.slice(4, 4 + lengthBits), 2)
  const start = 4 + lengthBits
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(bits.slice(start + index * 8, start + index * 8 + 8), 2),
  )
  return Buffer.from(bytes).toString()
}
