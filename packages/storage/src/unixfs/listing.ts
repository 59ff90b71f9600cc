/**
 * The names in a directory, in pages. A directory may have millions of names over many blocks, and its author may have
 * made it to be expensive, so the bytes that one page reads are bounded.
 */
import { createSteps, invalidCursor } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { malformed } from '../errors.ts'
import { cidText, DAG_PB, hasLinks } from '../identifier/identifier.ts'
import { type DirectoryContent, type DirectoryNode, linkAt } from './content.ts'
import { blockCost, type GetBlock, readIfPossible } from './dag.ts'
import { readNode } from './unixfs.ts'

export interface Entry {
  name: string
  cid: CID
  /** Bytes of a file; null for other types. */
  size: number | null
  /** `data`: dag-cbor or dag-json. `unknown`: the entry's first block is not on this node, or is of no known type. */
  type: 'file' | 'directory' | 'symlink' | 'data' | 'unknown'
}

export interface Page {
  entries: Entry[]
  /** The cursor of the next page, if there is one. */
  next?: string | undefined
}

/** Bytes of blocks, and of names, that end a page before its limit. */
const MAX_READ_BYTES = 32 * 1024 * 1024
const MAX_NAME_BYTES = 1024 * 1024

/** The form of a cursor: the index of a page's last name in its block, after the indices that lead to the block. */
export const CURSOR = '^[0-9]{1,5}([.][0-9]{1,4}){0,21}$'

/** A name in a directory, and what it leads to. */
export interface Named {
  name: string
  cid: CID
  /** The bytes of all blocks below it, as the directory states them. */
  stated: number | undefined
  /** Its place in the directory. */
  cursor: string
}

/**
 * All names in the directory's own order: a plain directory is usually sorted by name, a sharded one is sorted by the
 * hashes of the names.
 *
 * @param cursor The names after this place.
 * @param onRead Called with the bytes of each further block of the directory.
 * @throws 400 `INVALID_CURSOR`, 422 `MALFORMED_CONTENT`
 */
export async function* namesIn(
  directory: DirectoryContent,
  get: GetBlock,
  { cursor, onRead = () => {} }: { cursor?: string | undefined; onRead?: (bytes: number) => void } = {},
): AsyncGenerator<Named> {
  const steps = createSteps()
  const width = widthOf(directory)
  async function open(parent: DirectoryNode, index: number, depth: number): Promise<Level> {
    const cid = linkAt(index, directory.cid, parent.links)
    const block = await get(cid)
    onRead(block.length)
    const node = readNode(cid, block)
    if (node.kind !== 'directory' || node.fanout !== directory.fanout || node.links.count === 0)
      throw malformed(`${cidText(cid)} is not part of a sharded directory with a fanout of ${directory.fanout}`)
    if (depth > deepest(directory))
      throw malformed(`${cidText(directory.cid)} is nested deeper than the hashes of its names reach`)
    await steps.done(blockCost(cid, block.length, node))
    return { node, next: 0 }
  }
  const stack = await descend(directory, cursor, width, open)
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const { node } = level
    if (level.next >= node.links.count) {
      stack.pop()
      continue
    }
    const index = level.next++
    const name = node.links.name(index)
    if (width !== undefined && name.length <= width) {
      stack.push(await open(node, index, stack.length))
      continue
    }
    const cid = linkAt(index, directory.cid, node.links)
    const place = stack.map(({ next }) => next - 1).join('.')
    yield { name: name.slice(width ?? 0), cid, stated: node.links.size(index), cursor: place }
    await steps.done(1)
  }
}

/**
 * Up to `limit` entries.
 *
 * @param get Gets the blocks that list the names.
 * @param own A block of this node, for the type of an entry; undefined if the node does not have it.
 * @throws as {@link namesIn}
 */
export async function listPage(
  directory: DirectoryContent,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  get: GetBlock,
  own: (cid: CID) => Promise<Uint8Array | undefined>,
): Promise<Page> {
  const steps = createSteps()
  let read = 0
  let names = 0
  const onRead = (bytes: number): void => {
    read += bytes
  }
  async function describe({ name, cid, stated }: Named): Promise<Entry> {
    if (!hasLinks(cid.code)) return { name, cid, size: stated ?? null, type: 'file' }
    if (cid.code !== DAG_PB) return { name, cid, size: null, type: 'data' }
    const block = await own(cid)
    onRead(block?.length ?? 0)
    const node = block && readIfPossible(cid, block)
    if (node && block) await steps.done(blockCost(cid, block.length, node))
    if (!node) return { name, cid, size: null, type: 'unknown' }
    if ('size' in node) return { name, cid, size: node.size, type: node.kind === 'symlink' ? 'symlink' : 'file' }
    return { name, cid, size: null, type: 'directory' }
  }
  const entries: Entry[] = []
  let last = ''
  for await (const named of namesIn(directory, get, { cursor, onRead })) {
    const isFull = entries.length >= limit || read > MAX_READ_BYTES || names > MAX_NAME_BYTES
    if (isFull && entries.length > 0) return { entries, next: last }
    names += named.name.length
    last = named.cursor
    entries.push(await describe(named))
  }
  return { entries }
}

/** A block of the directory, and the index of the next of its links. */
interface Level {
  node: DirectoryNode
  next: number
}

/** The characters before the names in the blocks of a sharded directory; undefined for a plain one. */
const widthOf = ({ fanout }: DirectoryNode): number | undefined =>
  fanout === undefined ? undefined : (fanout - 1).toString(16).length

/** The levels of shards that a hash of 64 bits can lead through. */
const deepest = ({ fanout = 2 }: DirectoryNode): number => Math.floor(64 / Math.log2(fanout))

/** Opens the blocks that the cursor leads to. */
async function descend(
  directory: DirectoryNode,
  cursor: string | undefined,
  width: number | undefined,
  open: (parent: DirectoryNode, index: number, depth: number) => Promise<Level>,
): Promise<Level[]> {
  const stack: Level[] = [{ node: directory, next: 0 }]
  if (cursor === undefined) return stack
  const indices = cursor.split('.').map(Number)
  for (const [depth, index] of indices.entries()) {
    const level = stack[depth]
    const isLast = depth === indices.length - 1
    const isShard = width !== undefined && (level?.node.links.name(index).length ?? 0) <= width
    if (!level || index >= level.node.links.count || (!isLast && !isShard)) throw invalidCursor(cursor)
    level.next = index + 1
    if (!isLast) stack.push(await open(level.node, index, depth + 1))
  }
  return stack
}
