/**
 * UnixFS in dag-pb (https://specs.ipfs.tech/unixfs/): how blocks make files and directories. Read strictly, since blocks come from
 * anybody: what contradicts itself is refused before it is followed.
 */
import { decode, type PBLink } from '@ipld/dag-pb'
import type { CID } from 'multiformats/cid'
import { malformed, unsupported } from './errors.ts'
import { cidText, DAG_PB } from './identifier.ts'

const TYPES = ['raw', 'directory', 'file', 'metadata', 'symlink', 'shard'] as const
type Type = (typeof TYPES)[number]

/** A part of a file: the block that has it, and how many bytes it is to give. */
export interface Part {
  cid: CID
  size: number
}

/** What a block is: bytes; a file's bytes with further parts after them; or names. */
export type Node =
  | { kind: 'bytes'; bytes: Uint8Array; size: number; parts: [] }
  | { kind: 'file'; bytes: Uint8Array; size: number; parts: Part[] }
  | { kind: 'directory'; sharded: boolean; links: PBLink[] }

/** Powers of two; 256 is what everybody uses. */
const FANOUTS = [8, 16, 32, 64, 128, 256, 512, 1024]

const NONE = new Uint8Array()

/** @throws 422 `MALFORMED_CONTENT`, `UNSUPPORTED_CONTENT` */
export function readNode(cid: CID, block: Uint8Array): Node {
  if (cid.code !== DAG_PB) return { kind: 'bytes', bytes: block, size: block.length, parts: [] }
  const { Data, Links } = decodeBlock(cid, block)
  const { type, data, size, sizes, fanout } = readData(cid, Data)
  if (type === 'shard' && !FANOUTS.includes(fanout ?? 0)) throw malformed(`${cidText(cid)} has shards of ${fanout}`)
  if (type === 'directory' || type === 'shard') return { kind: 'directory', sharded: type === 'shard', links: Links }
  if (type === 'symlink' || type === 'metadata') throw unsupported(`${cidText(cid)} is a ${type}, which is not served`)
  const bytes = data ?? NONE
  if (Links.length !== sizes.length)
    throw malformed(`${cidText(cid)} has ${Links.length} parts, and sizes of ${sizes.length}`)
  const parts = Links.map(({ Hash }, index) => ({ cid: Hash, size: sizes[index] ?? 0 }))
  const sum = parts.reduce((total, part) => total + part.size, bytes.length)
  if (size !== undefined && sum !== size)
    throw malformed(`${cidText(cid)} says that it has ${size} bytes, but its parts have ${sum}`)
  if (!Number.isSafeInteger(sum)) throw malformed(`${cidText(cid)} says that it has ${sum} bytes`)
  return { kind: 'file', bytes, size: sum, parts }
}

function decodeBlock(cid: CID, block: Uint8Array) {
  try {
    return decode(block)
  } catch (error) {
    throw malformed(`${cidText(cid)} is not dag-pb: ${error instanceof Error ? error.message : error}`)
  }
}

interface Data {
  type: Type
  data: Uint8Array | undefined
  size: number | undefined
  sizes: number[]
  fanout: number | undefined
}

/** The protobuf message `Data` (UnixFS §2.1): 1 Type, 2 Data, 3 filesize, 4 blocksizes, 6 fanout; the others are not needed. */
function readData(cid: CID, message: Uint8Array | undefined): Data {
  if (!message) throw unsupported(`${cidText(cid)} is dag-pb, but not UnixFS`)
  const found: Data = { type: 'raw', data: undefined, size: undefined, sizes: [], fanout: undefined }
  let typed = false
  for (const [field, value] of fields(cid, message)) {
    if (field === 1) {
      found.type = TYPES[Number(value)] ?? unknownType(cid, value)
      typed = true
    } else if (field === 2 && value instanceof Uint8Array) found.data = value
    else if (field === 3 && typeof value === 'number') found.size = value
    else if (field === 4 && typeof value === 'number') found.sizes.push(value)
    else if (field === 6 && typeof value === 'number') found.fanout = value
    else if (field === 4 && value instanceof Uint8Array) found.sizes.push(...packed(cid, value))
  }
  if (!typed) throw malformed(`${cidText(cid)} has no UnixFS type`)
  return found
}

/** A file's `Data`: its own bytes, if it has any, and the sizes of its parts. */
export function fileData({ bytes, size, sizes }: { bytes?: Uint8Array; size: number; sizes: number[] }): Uint8Array {
  const own = bytes?.length ? [Buffer.of((2 << 3) | 2, ...varintOf(bytes.length)), bytes] : []
  const type = Buffer.of(1 << 3, TYPES.indexOf('file'))
  const filesize = Buffer.of(3 << 3, ...varintOf(size))
  return Buffer.concat([type, ...own, filesize, ...sizes.map((one) => Buffer.of(4 << 3, ...varintOf(one)))])
}

function varintOf(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}

function unknownType(cid: CID, value: number | Uint8Array): never {
  throw unsupported(`${cidText(cid)} has the UnixFS type ${value}, which is not known`)
}

function* fields(cid: CID, message: Uint8Array): Generator<[field: number, value: number | Uint8Array]> {
  let at = 0
  while (at < message.length) {
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
      if (at > message.length) throw malformed(`${cidText(cid)} has a UnixFS field beyond its end`)
      yield [field, message.subarray(number.end, at)]
    } else if (wire === 1 || wire === 5) at += wire === 1 ? 8 : 4
    else throw malformed(`${cidText(cid)} has UnixFS data that is no protobuf`)
  }
}

function packed(cid: CID, bytes: Uint8Array): number[] {
  const numbers: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const { value, end } = varint(cid, bytes, at)
    numbers.push(value)
    at = end
  }
  return numbers
}

/** A number beyond 2^53 becomes inexact, and no sum fits it. */
function varint(cid: CID, bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  for (let at = from, shift = 1; at < bytes.length && at < from + 10; at++, shift *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * shift
    if (byte < 128) return { value, end: at + 1 }
  }
  throw malformed(`${cidText(cid)} has UnixFS data that breaks off`)
}
