/**
 * UnixFS in dag-pb (https://specs.ipfs.tech/unixfs/): how blocks make files and directories. Anybody may have made the
 * blocks, so a block that contradicts itself is refused before its links are followed.
 */
import { ApiError } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { type Links, NO_LINKS, readDagPb } from '../blocks/dag/dag-pb.ts'
import { dataLinks } from '../blocks/dag/links.ts'
import { malformed, unsupported } from '../errors.ts'
import { cidText, DAG_PB, hasLinks } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'

const TYPES = ['raw', 'directory', 'file', 'metadata', 'symlink', 'shard'] as const
type Type = (typeof TYPES)[number]

/**
 * A parsed block. `bytes` and `file`: its own bytes, then further parts with the size of each. `symlink`: its bytes are
 * the path that it points to. `directory`: names; a large directory is spread over blocks of `fanout` links. `data`:
 * dag-cbor or dag-json, with the links in it.
 */
export type Node =
  | { kind: 'bytes' | 'file' | 'symlink'; bytes: Uint8Array; size: number; links: Links; sizes: number[] }
  | { kind: 'directory'; fanout: number | undefined; links: Links }
  | { kind: 'data'; links: Links }

/** A parsed block with readable bytes. */
export type FileNode = Extract<Node, { bytes: Uint8Array }>

/** Permitted fanouts, powers of two; all common software uses 256. */
const FANOUTS = [8, 16, 32, 64, 128, 256, 512, 1024]

const NONE = new Uint8Array()

/** @throws 422 `MALFORMED_CONTENT`, `UNSUPPORTED_CONTENT` */
export function readNode(cid: CID, block: Uint8Array): Node {
  if (!hasLinks(cid.code)) return bytesNode(block)
  if (cid.code !== DAG_PB) return { kind: 'data', links: decodeBlock(cid, block, dataLinksIn(cid)) }
  const { data: message, links } = decodeBlock(cid, block, readDagPb)
  const { type, data, size, sizes, fanout } = readData(cid, message, links.count)
  if (type === 'shard') assertShard(cid, fanout, links)
  if (type === 'directory' || type === 'shard')
    return { kind: 'directory', fanout: type === 'shard' ? fanout : undefined, links }
  if (type === 'metadata') throw unsupported(`${cidText(cid)} is a ${type}, which is not served`)
  const bytes = data ?? NONE
  if (type === 'symlink') return { ...bytesNode(bytes), kind: 'symlink' }
  if (links.count !== sizes.length)
    throw malformed(`${cidText(cid)} has ${links.count} parts, but ${sizes.length} sizes`)
  let sum = bytes.length
  for (const part of sizes) sum += part
  if (size !== undefined && sum !== size)
    throw malformed(`${cidText(cid)} says that it has ${size} bytes, but its parts have ${sum}`)
  if (!Number.isSafeInteger(sum)) throw malformed(`${cidText(cid)} says that it has ${sum} bytes`)
  return { kind: 'file', bytes, size: sum, links, sizes }
}

/** A node whose bytes are all its own. */
export const bytesNode = (bytes: Uint8Array): FileNode => ({
  kind: 'bytes',
  bytes,
  size: bytes.length,
  links: NO_LINKS,
  sizes: [],
})

const dataLinksIn =
  ({ code }: CID) =>
  (block: Uint8Array, maxLinks: number, tooMany: () => Error): Links =>
    dataLinks(code, block, maxLinks, tooMany)

function assertShard(cid: CID, fanout = 0, { count }: Links): void {
  if (!FANOUTS.includes(fanout)) throw malformed(`${cidText(cid)} has an unsupported fanout of ${fanout}`)
  if (count > fanout) throw malformed(`${cidText(cid)} has ${count} links, but a fanout of ${fanout}`)
}

function decodeBlock<T>(
  cid: CID,
  block: Uint8Array,
  read: (block: Uint8Array, maxLinks: number, tooMany: () => Error) => T,
): T {
  const { value: maxLinks } = limits.maxLinksPerBlock
  const tooMany = () => malformed(`it has more than ${maxLinks} links`)
  try {
    return read(block, maxLinks, tooMany)
  } catch (error) {
    const why = error instanceof Error ? error.message : error
    const codec = cid.code === DAG_PB ? 'dag-pb' : 'dag-cbor'
    throw malformed(error instanceof ApiError ? `${cidText(cid)}: ${why}` : `${cidText(cid)} is not ${codec}: ${why}`)
  }
}

/** The fields that a node may have besides a size for each link. */
const MAX_OTHER_FIELDS = 16

interface Data {
  type: Type
  data: Uint8Array | undefined
  size: number | undefined
  sizes: number[]
  fanout: number | undefined
}

/**
 * Reads the protobuf message `Data` (UnixFS §2.1): 1 Type, 2 Data, 3 filesize, 4 blocksizes, 6 fanout; the other fields
 * are not needed.
 */
function readData(cid: CID, message: Uint8Array | undefined, links: number): Data {
  if (!message) throw unsupported(`${cidText(cid)} is dag-pb, but not UnixFS`)
  const found: Data = { type: 'raw', data: undefined, size: undefined, sizes: [], fanout: undefined }
  const most = links + MAX_OTHER_FIELDS
  let typed = false
  for (const [field, value] of fields(cid, message, most)) {
    if (field === 1) {
      found.type = typeNumbered(cid, value)
      typed = true
    } else if (field === 2 && value instanceof Uint8Array) found.data = value
    else if (field === 3 && typeof value === 'number') found.size = value
    else if (field === 4 && typeof value === 'number') found.sizes.push(value)
    else if (field === 6 && typeof value === 'number') found.fanout = value
    else if (field === 4 && value instanceof Uint8Array)
      for (const size of packed(cid, value, most)) found.sizes.push(size)
    if (found.sizes.length > most) throw malformed(`${cidText(cid)} has ${links} parts, but more than ${most} sizes`)
  }
  if (!typed) throw malformed(`${cidText(cid)} has no UnixFS type`)
  return found
}

/** Encodes a file's `Data`: its own bytes, if it has any, and the sizes of its parts. */
export function fileData({ bytes, size, sizes }: { bytes?: Uint8Array; size: number; sizes: number[] }): Uint8Array {
  const own = bytes?.length ? [Buffer.of((2 << 3) | 2, ...varintOf(bytes.length)), bytes] : []
  const type = Buffer.of(1 << 3, TYPES.indexOf('file'))
  const filesize = Buffer.of(3 << 3, ...varintOf(size))
  return Buffer.concat([type, ...own, filesize, ...sizes.map((one) => Buffer.of(4 << 3, ...varintOf(one)))])
}

/** Encodes the `Data` of a directory whose names are in one block. */
export const directoryData = (): Uint8Array => Buffer.of(1 << 3, TYPES.indexOf('directory'))

/** Links of a block of a sharded directory that we make, as all common software does. */
export const SHARD_FANOUT = 256
/** The multihash code of murmur3-x64-64. */
const MURMUR = 0x22

/** Encodes the `Data` of a block of a sharded directory. @param bits The places that have a link, big-endian. */
export function shardData(bits: Uint8Array): Uint8Array {
  const type = Buffer.of(1 << 3, TYPES.indexOf('shard'))
  const data = Buffer.of((2 << 3) | 2, ...varintOf(bits.length))
  const hashed = Buffer.of(5 << 3, MURMUR, 6 << 3, ...varintOf(SHARD_FANOUT))
  return Buffer.concat([type, data, bits, hashed])
}

function varintOf(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

function typeNumbered(cid: CID, value: number | Uint8Array): Type {
  const type = typeof value === 'number' ? TYPES[value] : undefined
  if (type) return type
  throw unsupported(
    `${cidText(cid)} has the UnixFS type ${typeof value === 'number' ? value : 'of no number'}, which is not known`,
  )
}

/** @param most The maximum of fields: a size for each link, and a few more. */
function* fields(cid: CID, message: Uint8Array, most: number): Generator<[field: number, value: number | Uint8Array]> {
  let at = 0
  for (let count = 0; at < message.length; count++) {
    if (count >= most) throw malformed(`${cidText(cid)} has more than ${most} UnixFS fields`)
    const tag = varint(cid, message, at)
    at = tag.end
    const wire = tag.value & 7
    const field = Math.floor(tag.value / 8)
    const number = wire === 0 || wire === 2 ? varint(cid, message, at) : undefined
    if (wire === 0 && number) {
      yield [field, number.value]
      at = number.end
    } else if (wire === 2 && number) {
      at = number.end + number.value
      if (at > message.length) throw malformed(`${cidText(cid)} has a UnixFS field that extends beyond its end`)
      yield [field, message.subarray(number.end, at)]
    } else if (wire === 1 || wire === 5) at += wire === 1 ? 8 : 4
    else throw malformed(`${cidText(cid)} has UnixFS data that is not protobuf`)
  }
}

/** Reads up to one number more than `most`. */
function packed(cid: CID, bytes: Uint8Array, most: number): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bytes.length && numbers.length <= most; ) {
    const { value, end } = varint(cid, bytes, at)
    numbers.push(value)
    at = end
  }
  return numbers
}

/** A number beyond 2^53 becomes inexact, and then equals no sum of sizes. */
function varint(cid: CID, bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  for (let at = from, shift = 1; at < bytes.length && at < from + 10; at++, shift *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * shift
    if (byte < 128) return { value, end: at + 1 }
  }
  throw malformed(`${cidText(cid)} has truncated UnixFS data`)
}
