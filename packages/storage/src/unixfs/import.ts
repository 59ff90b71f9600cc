/** Makes bytes into blocks: a UnixFS file as a balanced tree (https://specs.ipfs.tech/unixfs/). */
import { encode } from '@ipld/dag-pb'
import type { CID } from 'multiformats/cid'
import { sha256Cid } from '../identifier/hash.ts'
import { DAG_PB, RAW, toV1 } from '../identifier/identifier.ts'
import { giveBack } from '../streams/buffers.ts'
import { inLeaves } from './leaves.ts'
import { fileData } from './unixfs.ts'

/** The parameters for making files. Each profile gives the same bytes a different identifier. */
export interface Profile {
  /** Bytes in a leaf. */
  leaf: number
  /** Links in a node. */
  width: number
  /**
   * True: leaves are raw blocks, and identifiers have version 1. False: leaves are dag-pb nodes, and identifiers have
   * version 0.
   */
  raw: boolean
}

/** The profile of our own files: IPIP-499's `unixfs-v1-2025`. */
export const OURS: Profile = { leaf: 1024 * 1024, width: 1024, raw: true }

/** The usual profiles: ours, Kubo's for version 1, and Kubo's for version 0 (IPIP-499's `unixfs-v0-2015`). */
export const PROFILES: Profile[] = [
  OURS,
  { leaf: 256 * 1024, width: 174, raw: true },
  { leaf: 256 * 1024, width: 174, raw: false },
]

/**
 * Leaves that are hashed and written at once, of one file and of all files. If a file has more leaves than that, it
 * waits before it reads further. A leaf that has taken its place waits only for the drive.
 */
const MAX_LEAVES_OF_FILE = 4
const MAX_LEAVES_OF_ALL = 16

/** A block that a node links to. */
interface Made {
  cid: CID
  /** Bytes of the file below it. */
  size: number
  /** Bytes of all blocks below it (dag-pb's `Tsize`). */
  total: number
}

/** Receives the blocks of a file. */
export interface Target {
  put(cid: CID, bytes: Uint8Array): Promise<void>
}

/**
 * Writes a file's blocks into `target`, with a few in memory at a time; returns the identifier once all of them are
 * written.
 */
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

/** Writes a file of a single leaf. */
export async function importSmall(target: Target, content: Uint8Array): Promise<CID> {
  await enter()
  try {
    return (await putLeaf(target, content, OURS)).cid
  } finally {
    leave()
  }
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
      if (working.size >= MAX_LEAVES_OF_FILE) await Promise.race(working)
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

/** Takes a place among the blocks of all uploads that are hashed and written at once. */
export async function enter(): Promise<void> {
  if (inWork < MAX_LEAVES_OF_ALL) inWork++
  else await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Frees the place. */
export function leave(): void {
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
  return { cid, size, total: parts.reduce((sum, { total }) => sum + total, block.length) }
}

/** The identifier in the version that this profile uses. */
const linked = (cid: CID, raw: boolean): CID => (raw ? cid : cid.toV0())
