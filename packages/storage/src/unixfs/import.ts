/** Bytes made into blocks: a UnixFS file as a balanced tree (https://specs.ipfs.tech/unixfs/). */
import { encode } from '@ipld/dag-pb'
import type { CID } from 'multiformats/cid'
import { sha256Cid } from '../identifier/hash.ts'
import { DAG_PB, RAW, toV1 } from '../identifier/identifier.ts'
import { giveBack } from '../streams/buffers.ts'
import { inLeaves } from './leaves.ts'
import { fileData } from './unixfs.ts'

/** A way of making files; each gives the same bytes another identifier. */
export interface Profile {
  /** Bytes to a leaf. */
  leaf: number
  /** Parts to a node. */
  width: number
  /** Whether leaves are bytes alone, and identifiers of version 1; else they are nodes, and of version 0. */
  raw: boolean
}

/** How we make files: IPIP-499's `unixfs-v1-2025`. */
export const OURS: Profile = { leaf: 1024 * 1024, width: 1024, raw: true }

/** How files are mostly made: as we do, as Kubo does for version 1, and for version 0 (IPIP-499's `unixfs-v0-2015`). */
export const PROFILES: Profile[] = [
  OURS,
  { leaf: 256 * 1024, width: 174, raw: true },
  { leaf: 256 * 1024, width: 174, raw: false },
]

/** Leaves of one file that are hashed and written at once, and of all files together: who has one more waits, and reads no further. Whoever has one waits for the drive alone. */
const AT_ONCE = 4
const ALL_AT_ONCE = 16

/** What a node links to. */
interface Made {
  cid: CID
  /** Of the file below it. */
  size: number
  /** Of all blocks below it, as dag-pb wants it. */
  total: number
}

/** Where a file's blocks go. */
export interface Target {
  put(cid: CID, bytes: Uint8Array): Promise<void>
  /** Told after each block; throws to end it. While it is waited for, other files go on. */
  written?(): Promise<void>
}

/** Puts a file's blocks into `target`, holding a few at a time, and answers the identifier once all of them are written. */
export async function importInto(
  target: Target,
  content: AsyncIterable<Uint8Array>,
  profile: Profile = OURS,
): Promise<CID> {
  let layer = await leavesOf(target, content, profile)
  while (layer.length > 1) {
    const above: Made[] = []
    for (let at = 0; at < layer.length; at += profile.width)
      above.push(await putParent(target, layer.slice(at, at + profile.width), profile))
    layer = above
  }
  const [root] = layer
  if (!root) throw new Error('A file has at least one leaf')
  return toV1(root.cid)
}

async function leavesOf(target: Target, content: AsyncIterable<Uint8Array>, profile: Profile): Promise<Made[]> {
  const made: Made[] = []
  const failures: unknown[] = []
  const working = new Set<Promise<void>>()
  const begin = async (leaf: Uint8Array, index: number): Promise<void> => {
    try {
      made[index] = await putLeaf(target, leaf, profile).finally(() => {
        giveBack(leaf)
        leave()
      })
      await target.written?.()
    } catch (error) {
      failures.push(error)
    }
  }
  let count = 0
  try {
    for await (const leaf of inLeaves(content, profile.leaf)) {
      await enter()
      const work = begin(leaf, count++).finally(() => working.delete(work))
      working.add(work)
      if (working.size >= AT_ONCE) await Promise.race(working)
      if (failures.length > 0) throw failures[0]
    }
  } finally {
    await Promise.all(working)
  }
  if (failures.length > 0) throw failures[0]
  return made
}

let inWork = 0
const waiting: (() => void)[] = []

async function enter(): Promise<void> {
  if (inWork < ALL_AT_ONCE) inWork++
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else inWork--
}

async function putLeaf(target: Target, bytes: Uint8Array, { raw }: Profile): Promise<Made> {
  const { length: size } = bytes
  const block = raw ? bytes : encode({ Data: fileData({ bytes, size, sizes: [] }), Links: [] })
  const cid = linked(await sha256Cid(raw ? RAW : DAG_PB, block), raw)
  await target.put(cid, block)
  return { cid, size, total: block.length }
}

async function putParent(target: Target, parts: Made[], { raw }: Profile): Promise<Made> {
  const sizes = parts.map((part) => part.size)
  const size = sizes.reduce((sum, one) => sum + one, 0)
  const Links = parts.map(({ cid, total }) => ({ Name: '', Hash: cid, Tsize: total }))
  const block = encode({ Data: fileData({ size, sizes }), Links })
  const cid = linked(await sha256Cid(DAG_PB, block), raw)
  await target.put(cid, block)
  await target.written?.()
  return { cid, size, total: parts.reduce((sum, { total }) => sum + total, block.length) }
}

/** As the blocks of this profile name it. */
const linked = (cid: CID, raw: boolean): CID => (raw ? cid : cid.toV0())
