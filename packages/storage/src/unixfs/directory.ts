/**
 * Makes directories: a single block, or blocks sharded by the hashes of the names (HAMT) if one would have more than
 * 256 KiB, as IPIP-499's profile `unixfs-v1-2025` says.
 */
import { encode } from '@ipld/dag-pb'
import { createSteps, type Steps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { sha256Cid } from '../identifier/hash.ts'
import { DAG_PB } from '../identifier/identifier.ts'
import type { Target } from './import.ts'
import { murmur64 } from './shards.ts'
import { directoryData, SHARD_FANOUT, shardData } from './unixfs.ts'

/** An entry of a directory. */
export interface Entry {
  name: string
  cid: CID
  /** Bytes of all blocks below it (dag-pb's `Tsize`). */
  total: number
}
type Made = Omit<Entry, 'name'>

/** A block of more bytes becomes a sharded directory. */
const MAX_BLOCK_BYTES = 256 * 1024
/** The cost of a name that is hashed, and of one that is encoded, in units of {@link createSteps}. */
const HASH_COST = 10
const LINK_COST = 2

/** Two names that cannot be in one directory, since their hashes are equal. */
export class EqualHashes extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`The hashes of ${names.join(' and ')} are equal`)
    this.names = names
  }
}

/**
 * Writes the directories that lead to these files into `target`; returns the root.
 *
 * @param files In the order of their paths' bytes; no path leads through another one.
 * @throws EqualHashes
 */
export async function putTree(
  target: Target,
  files: AsyncIterable<Omit<Entry, 'name'> & { path: string }>,
): Promise<Made> {
  const steps = createSteps()
  const open: { name: string; entries: Entry[] }[] = [{ name: '', entries: [] }]
  const close = async (): Promise<Made> => {
    const { name, entries } = open.pop() ?? { name: '', entries: [] }
    const made = await putDirectory(target, entries, steps)
    open.at(-1)?.entries.push({ name, ...made })
    return made
  }
  for await (const { path, cid, total } of files) {
    const names = path.split('/')
    const name = names.pop() ?? ''
    let shared = 0
    while (shared < names.length && open[shared + 1]?.name === names[shared]) shared++
    while (open.length > shared + 1) await close()
    for (const folder of names.slice(shared)) open.push({ name: folder, entries: [] })
    open.at(-1)?.entries.push({ name, cid, total })
  }
  while (open.length > 1) await close()
  return close()
}

async function putDirectory(target: Target, entries: readonly Entry[], steps: Steps): Promise<Made> {
  let least = 0
  for (const { name, cid } of entries) least += name.length + cid.byteLength
  if (least > MAX_BLOCK_BYTES) return putShards(target, entries, steps)
  await steps.done(entries.length * LINK_COST)
  const links = sorted(entries).map(({ name, cid, total }) => ({ Name: name, Hash: cid, Tsize: total }))
  const block = encode({ Data: directoryData(), Links: links })
  if (block.length > MAX_BLOCK_BYTES) return putShards(target, entries, steps)
  return putBlock(target, block, entries)
}

/** Links of a block are in the order of the bytes of their names (dag-pb). */
function sorted(entries: readonly Entry[]): Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: Buffer.from(entry.name) }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ entry }) => entry)
}

interface Hashed {
  entry: Entry
  /** Each byte is the index in one level of the directory. */
  hash: Buffer
}

async function putShards(target: Target, entries: readonly Entry[], steps: Steps): Promise<Made> {
  const hashed: Hashed[] = []
  for (const entry of entries) {
    const hash = Buffer.alloc(8)
    hash.writeBigUInt64BE(murmur64(Buffer.from(entry.name)))
    hashed.push({ entry, hash })
    await steps.done(HASH_COST)
  }
  return putShard(target, hashed, 0, steps)
}

async function putShard(target: Target, below: readonly Hashed[], level: number, steps: Steps): Promise<Made> {
  const places = Map.groupBy(below, ({ hash }) => hash[level])
  const bits = Buffer.alloc(SHARD_FANOUT / 8)
  const links: Entry[] = []
  for (let index = 0; index < SHARD_FANOUT; index++) {
    const here = places.get(index)
    const [first, second] = here ?? []
    if (!here || !first) continue
    const prefix = index.toString(16).toUpperCase().padStart(2, '0')
    bits[bits.length - 1 - (index >> 3)] = (bits[bits.length - 1 - (index >> 3)] ?? 0) | (1 << (index & 7))
    if (!second) links.push({ ...first.entry, name: prefix + first.entry.name })
    else if (level + 1 < first.hash.length)
      links.push({ name: prefix, ...(await putShard(target, here, level + 1, steps)) })
    else throw new EqualHashes(here.map(({ entry }) => entry.name))
    await steps.done(LINK_COST)
  }
  const first = bits.findIndex((byte) => byte !== 0)
  const data = shardData(bits.subarray(first < 0 ? bits.length : first))
  const Links = links.map(({ name, cid, total }) => ({ Name: name, Hash: cid, Tsize: total }))
  return putBlock(target, encode({ Data: data, Links }), links)
}

async function putBlock(target: Target, block: Uint8Array, below: readonly Pick<Entry, 'total'>[]): Promise<Made> {
  const cid = await sha256Cid(DAG_PB, block)
  await target.put(cid, block)
  return { cid, total: below.reduce((sum, { total }) => sum + total, block.length) }
}
