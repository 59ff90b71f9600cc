/**
 * dag-pb blocks (https://ipld.io/specs/codecs/dag-pb/spec/) read in place. One pass finds the positions of the links;
 * an identifier is decoded only when its link is followed. A block from outside may have hundreds of thousands of
 * links.
 */
import { CID } from 'multiformats/cid'
import { DAG_PB, IDENTITY } from '../../identifier/identifier.ts'

/** The links of a block, by their index. */
export interface Links {
  readonly count: number
  /**
   * The target's codec and multihash as a string of one character for each byte. It is the same for versions 0 and 1 of
   * an identifier.
   */
  target(index: number): string
  cid(index: number): CID
  name(index: number): string
  /**
   * The bytes of all blocks below the link, as the block states them (`Tsize`); undefined if it does not. The number is
   * unverified.
   */
  size(index: number): number | undefined
  /** The index of the first link with this name; -1 if there is none. */
  find(name: string): number
}

export interface DagPbBlock {
  data: Uint8Array | undefined
  links: Links
}

export const NO_LINKS: Links = {
  count: 0,
  target: () => '',
  cid: () => {
    throw new Error('the node has no links')
  },
  name: () => '',
  size: () => undefined,
  find: () => -1,
}

/** The maximum number of bytes of a link's identifier, in a block of any codec. */
export const MAX_IDENTIFIER = 256

/** Four numbers per link: where its identifier starts and ends, and where its name starts and ends. */
const FIELDS = 4

/**
 * @throws an error that says what is wrong with the block, or the error made by `tooMany` if it has more than
 * `maxLinks` links
 */
export function readDagPb(block: Uint8Array, maxLinks: number, tooMany: () => Error): DagPbBlock {
  const count = countLinks(block, maxLinks)
  if (count > maxLinks) throw tooMany()
  const at = new Uint32Array(count * FIELDS)
  let data: Uint8Array | undefined
  let found = 0
  let linksEnded = false
  const cursor = { at: 0 }
  while (cursor.at < block.length) {
    const field = readField(block, cursor)
    const { start, end } = field
    if (field.number === 1) {
      if (data) throw new Error('it has Data twice')
      data = block.subarray(start, end)
      linksEnded = found > 0
    } else if (linksEnded) throw new Error('it has Data between its Links')
    else readLink(block, start, end, at, found++ * FIELDS)
  }
  return { data, links: found === 0 ? NO_LINKS : linksAt(block, at, found) }
}

/**
 * The identifiers of all links, however many there are, as views of the block. It ends at the first unreadable byte of
 * the block.
 */
export function* dagPbTargets(block: Uint8Array): Generator<Uint8Array> {
  const at = new Uint32Array(FIELDS)
  const cursor = { at: 0 }
  try {
    while (cursor.at < block.length) {
      const { number, start, end } = readField(block, cursor)
      if (number !== 2) continue
      readLink(block, start, end, at, 0)
      yield block.subarray(at[0], at[1])
    }
  } catch {
    // An invalid dag-pb block has no links that could be followed.
  }
}

/** The parts of an identifier's bytes, without the cost of a CID object. */
export interface Target {
  codec: number
  /** The multihash: the hash's function, its length and the hash itself. */
  multihash: Uint8Array
  /** The block's bytes, if the identifier itself contains them (multihash `identity`). */
  inlined: Uint8Array | undefined
}

/** @throws if these bytes are not an identifier */
export function targetOf(identifier: Uint8Array): Target {
  // Version 0 is a SHA-256 multihash alone (https://github.com/multiformats/cid#cidv0).
  if (identifier[0] === 0x12 && identifier[1] === 0x20)
    return { codec: DAG_PB, multihash: identifier, inlined: undefined }
  const cursor = { at: 0 }
  if (varint(identifier, identifier.length, cursor) !== 1) throw new Error('an identifier has an unknown version')
  const codec = varint(identifier, identifier.length, cursor)
  const multihash = identifier.subarray(cursor.at)
  const code = varint(identifier, identifier.length, cursor)
  const length = varint(identifier, identifier.length, cursor)
  const digest = identifier.subarray(cursor.at)
  if (digest.length !== length) throw new Error('an identifier has a hash whose length differs from the stated one')
  return { codec, multihash, inlined: code === IDENTITY ? digest : undefined }
}

const TSIZE_TAG = (3 << 3) | 0
const V1_DAG_PB = String.fromCharCode(1, DAG_PB)

/** The text that {@link Links.target} returns for a link with this identifier. */
export function targetText(identifier: Uint8Array): string {
  const text = Buffer.from(identifier.buffer, identifier.byteOffset, identifier.length).toString('latin1')
  return identifier[0] === 0x12 && identifier[1] === 0x20 ? V1_DAG_PB + text : text
}

/** @throws if `target` is not a text that {@link Links.target} returns */
export const cidOfTarget = (target: string): CID => CID.decode(Uint8Array.from(Buffer.from(target, 'latin1')))

function linksAt(block: Uint8Array, at: Uint32Array, count: number): Links {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length)
  const hash = (index: number) => bytes.subarray(at[index * FIELDS], at[index * FIELDS + 1])
  return {
    count,
    target: (index) => targetText(hash(index)),
    cid: (index) => CID.decode(Uint8Array.from(hash(index))),
    name: (index) => bytes.toString('utf8', at[index * FIELDS + 2], at[index * FIELDS + 3]),
    size(index) {
      // `Tsize` follows the identifier and the name. Anything else there has another tag.
      const cursor = { at: at[index * FIELDS + 3] || (at[index * FIELDS + 1] ?? 0) }
      if (bytes[cursor.at] !== TSIZE_TAG) return undefined
      cursor.at++
      return varint(block, block.length, cursor)
    },
    find(name) {
      const wanted = Buffer.from(name)
      for (let index = 0; index < count; index++) {
        const start = at[index * FIELDS + 2] ?? 0
        const end = at[index * FIELDS + 3] ?? 0
        if (end - start === wanted.length && bytes.compare(wanted, 0, wanted.length, start, end) === 0) return index
      }
      return -1
    },
  }
}

/** Counts links, and stops once there are more than `most`. */
function countLinks(block: Uint8Array, most: number): number {
  let count = 0
  const cursor = { at: 0 }
  while (cursor.at < block.length && count <= most) if (readField(block, cursor).number === 2) count++
  return count
}

/** Reads a field of the message PBNode. All its fields have wire type 2. */
function readField(block: Uint8Array, cursor: { at: number }): { number: number; start: number; end: number } {
  const tag = varint(block, block.length, cursor)
  const number = Math.floor(tag / 8)
  if (tag % 8 !== 2 || number < 1 || number > 2) throw new Error(`it has a field with the tag ${tag}`)
  const length = varint(block, block.length, cursor)
  const start = cursor.at
  cursor.at += length
  if (cursor.at > block.length) throw new Error('a field extends beyond the end of the block')
  return { number, start, end: cursor.at }
}

/** The message PBLink: 1 Hash, 2 Name, 3 Tsize, in this order and each once. */
function readLink(block: Uint8Array, from: number, end: number, into: Uint32Array, offset: number): void {
  const cursor = { at: from }
  into.fill(0, offset, offset + FIELDS)
  let last = 0
  while (cursor.at < end) {
    const tag = varint(block, end, cursor)
    const number = Math.floor(tag / 8)
    if (number <= last || number > 3 || tag % 8 !== (number === 3 ? 0 : 2))
      throw new Error(`a link has a field with the tag ${tag}, which is not allowed there`)
    last = number
    const value = varint(block, end, cursor)
    if (number === 3) continue
    into[offset + (number - 1) * 2] = cursor.at
    cursor.at += value
    if (cursor.at > end) throw new Error('a field of a link extends beyond the end of the link')
    into[offset + (number - 1) * 2 + 1] = cursor.at
  }
  const length = (into[offset + 1] ?? 0) - (into[offset] ?? 0)
  if (length === 0) throw new Error('a link has no identifier')
  // A block that is inlined in its identifier may have links itself. A megabyte could nest them tens of thousands deep.
  if (length > MAX_IDENTIFIER)
    throw new Error(`a link has an identifier of ${length} bytes, at most ${MAX_IDENTIFIER} are read`)
}

/** Reads at most ten bytes. A number beyond 2^53 is inexact, but it is beyond the end of any block anyway. */
function varint(bytes: Uint8Array, end: number, cursor: { at: number }): number {
  let value = 0
  for (let shift = 1, last = cursor.at + 10; cursor.at < end && cursor.at < last; shift *= 128) {
    const byte = bytes[cursor.at++] ?? 0
    value += (byte & 127) * shift
    if (byte < 128) return value
  }
  throw new Error('a number is truncated')
}
