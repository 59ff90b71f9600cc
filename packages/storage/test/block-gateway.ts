/** A trustless gateway of blocks that a test makes. */
import { createHash } from 'node:crypto'
import { encode, type PBLink } from '@ipld/dag-pb'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { blockKey } from '../src/identifier/identifier.ts'
import { openGateway } from './gateway.ts'

export type Blocks = Map<string, Uint8Array>

export const openBlockGateway = (blocks: Blocks) =>
  openGateway((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const block = blocks.get(blockKey(CID.parse(pathname.replace('/ipfs/', ''))))
    if (!block) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw' }).end(block)
  })

export const RAW = 0x55
export const DAG_PB = 0x70

/** Puts a block and returns its identifier. */
export function put(blocks: Blocks, codec: number, bytes: Uint8Array): CID {
  const cid = CID.createV1(codec, create(0x12, createHash('sha256').update(bytes).digest()))
  blocks.set(blockKey(cid), bytes)
  return cid
}

export const varint = (value: number | bigint): number[] => {
  const bytes = []
  let rest = BigInt(value)
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return [...bytes, Number(rest)]
}

export interface Told {
  /** 1 directory, 2 file, 5 shards */
  type?: number
  data?: Uint8Array
  size?: number | bigint
  sizes?: (number | bigint)[]
  fanout?: number
}

/** UnixFS data with any values that a test wants. */
export const unixfsData = ({ type = 2, data, size, sizes = [], fanout }: Told): Uint8Array =>
  Uint8Array.from([
    ...[8, ...varint(type)],
    ...(data ? [0x12, ...varint(data.length), ...data] : []),
    ...(size === undefined ? [] : [0x18, ...varint(size)]),
    ...sizes.flatMap((one) => [0x20, ...varint(one)]),
    ...(fanout === undefined ? [] : [0x30, ...varint(fanout)]),
  ])

export function putNode(blocks: Blocks, told: Told, links: CID[] = [], names: string[] = []): CID {
  const Links = links.map((Hash, index): PBLink => ({ Hash, Name: names[index] ?? '', Tsize: 0 }))
  return put(blocks, DAG_PB, encode({ Data: unixfsData(told), Links }))
}
