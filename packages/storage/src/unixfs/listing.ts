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

/** A block of the directory, and the index of the next of its links. */
interface Level {
  node: DirectoryNode
  next: number
}

/**
 * Up to `limit` entries in the directory's own order: a plain directory is usually sorted by name, a sharded one is
 * sorted by the hashes of the names.
 *
 * @param get Gets the blocks that list the names.
 * @param own A block of this node, for the type of an entry; undefined if the node does not have it.
 * @throws 400 `INVALID_CURSOR`, 422 `MALFORMED_CONTENT`
 */
export async function listPage(
  directory: DirectoryContent,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  get: GetBlock,
  own: (cid: CID) => Promise<Uint8Array | undefined>,
): Promise<Page> {
  const steps = createSteps()
  const width = widthOf(directory)
  let read = 0
  let names = 0

  async function open(parent: DirectoryNode, index: number, depth: number): Promise<Level> {
    const cid = linkAt(index, directory.cid, parent.links)
    const block = await get(cid)
    read += block.length
    const node = readNode(cid, block)
    if (node.kind !== 'directory' || node.fanout !== directory.fanout || node.links.count === 0)
      throw malformed(`${cidText(cid)} is not part of a directory with shards of ${directory.fanout}`)
    if (depth > deepest(directory))
      throw malformed(`${cidText(directory.cid)} is nested deeper than the hashes of its names reach`)
    await steps.done(blockCost(cid, block.length, node))
    return { node, next: 0 }
  }
  const stack = await descend(directory, cursor, width, open)

  async function describe(name: string, cid: CID, stated: number | undefined): Promise<Entry> {
    if (!hasLinks(cid.code)) return { name, cid, size: stated ?? null, type: 'file' }
    if (cid.code !== DAG_PB) return { name, cid, size: null, type: 'data' }
    const block = await own(cid)
    read += block?.length ?? 0
    const node = block && readIfPossible(cid, block)
    if (node && block) await steps.done(blockCost(cid, block.length, node))
    if (!node) return { name, cid, size: null, type: 'unknown' }
    if ('size' in node) return { name, cid, size: node.size, type: node.kind === 'symlink' ? 'symlink' : 'file' }
    return { name, cid, size: null, type: 'directory' }
  }

  const entries: Entry[] = []
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const { node } = level
    if (level.next >= node.links.count) {
      stack.pop()
      continue
    }
    const full = entries.length >= limit || read > MAX_READ_BYTES || names > MAX_NAME_BYTES
    // A cursor names the last link that was read of each block, so it cannot end in a block that was only opened.
    if (full && entries.length > 0 && level.next > 0)
      return { entries, next: stack.map(({ next }) => next - 1).join('.') }
    const index = level.next++
    const name = node.links.name(index)
    if (width !== undefined && name.length <= width) {
      stack.push(await open(node, index, stack.length))
      continue
    }
    names += name.length
    const cid = linkAt(index, directory.cid, node.links)
    entries.push(await describe(name.slice(width ?? 0), cid, node.links.size(index)))
    await steps.done(1)
  }
  return { entries }
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
