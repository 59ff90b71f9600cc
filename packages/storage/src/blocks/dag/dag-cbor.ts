/**
 * dag-cbor blocks (https://ipld.io/specs/codecs/dag-cbor/spec/) read in place: one pass, without recursion, finds the
 * links and checks the form. A block from outside may have millions of values, and millions of levels of nesting.
 */
import { MAX_IDENTIFIER } from './dag-pb.ts'

/** Levels of lists and maps in one block, dag-json included. */
export const MAX_DATA_DEPTH = 64

const BYTES = 2
const TEXT = 3
const LIST = 4
const MAP = 5
const TAG = 6
const SIMPLE = 7
const LINK_TAG = 42
/** The values of type `simple` that dag-cbor allows: false, true, null and numbers of 64 bits. */
const SIMPLE_VALUES = [20, 21, 22, 27]

/**
 * The identifiers of all links, as views of the block.
 *
 * @param onValue Called for each value; throws to end the pass.
 * @throws an error that says what is wrong with the block
 */
export function* cborTargets(block: Uint8Array, onValue = (): void => {}): Generator<Uint8Array> {
  /** The values that are still to come on each level. */
  const open: number[] = []
  const cursor = { at: 0 }
  let isLink = false
  do {
    onValue()
    const { type, value } = readHead(block, cursor)
    if (isLink && type !== BYTES) throw new Error('it has a link that is not a string of bytes')
    if (type === TAG) {
      if (value !== LINK_TAG) throw new Error(`it has the tag ${value}: dag-cbor has only links (42)`)
      isLink = true
      continue
    }
    if (type === BYTES || type === TEXT) {
      const start = cursor.at
      cursor.at += value
      if (cursor.at > block.length) throw new Error('it ends within a string')
      if (isLink) yield identifierIn(block.subarray(start, cursor.at))
      isLink = false
    }
    const inside = type === LIST ? value : type === MAP ? 2 * value : 0
    // Each value has at least one byte.
    if (inside > block.length - cursor.at) throw new Error('it ends within a list or map')
    count(open, inside)
  } while (open.length > 0 || isLink)
  if (cursor.at < block.length) throw new Error('it has bytes after its value')
}

/** Counts a value with `inside` values in it, and leaves the levels that are complete. */
function count(open: number[], inside: number): void {
  const level = open.length - 1
  if (level >= 0) open[level] = (open[level] ?? 0) - 1
  if (inside > 0) open.push(inside)
  if (open.length > MAX_DATA_DEPTH) throw new Error(`it is nested more than ${MAX_DATA_DEPTH} levels deep`)
  while (open.at(-1) === 0) open.pop()
}

/** An identifier in a link is preceded by a zero, the prefix of the base `identity`. */
function identifierIn(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0) throw new Error('it has a link that does not begin with a zero')
  if (bytes.length - 1 > MAX_IDENTIFIER)
    throw new Error(`a link has an identifier of ${bytes.length - 1} bytes, at most ${MAX_IDENTIFIER} are read`)
  return bytes.subarray(1)
}

/** Reads a value's type and its number: the length of a string or list, the tag, or the value itself. */
function readHead(block: Uint8Array, cursor: { at: number }): { type: number; value: number } {
  if (cursor.at >= block.length) throw new Error('it ends too early')
  const head = block[cursor.at++] ?? 0
  const type = head >> 5
  const info = head & 31
  if (type === SIMPLE && !SIMPLE_VALUES.includes(info))
    throw new Error(`it has the simple value ${info}, which dag-cbor does not allow`)
  if (info < 24) return { type, value: info }
  if (info > 27) throw new Error('it has a value of indefinite length')
  const end = cursor.at + 2 ** (info - 24)
  if (end > block.length) throw new Error('it ends within a number')
  let value = 0
  while (cursor.at < end) value = value * 256 + (block[cursor.at++] ?? 0)
  return { type, value }
}
