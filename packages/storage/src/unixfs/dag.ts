/**
 * Reads files in order, from any position, and walks whole graphs of blocks. Anybody may have made the blocks, so the
 * cost of a read is bounded by the bytes that it gives, and long walks work in steps and hold only a few blocks in
 * memory.
 */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { cidOfTarget } from '../blocks/dag/dag-pb.ts'
import { malformed } from '../errors.ts'
import { cidText, hasLinks } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { quotaBytes } from '../model/quota.ts'
import { compact } from '../streams/buffers.ts'
import { type FileNode, type Node, readNode } from './unixfs.ts'

/** Gets a block whose hash has been checked. */
export type GetBlock = (cid: CID) => Promise<Uint8Array>

/** How many blocks are requested before their turn. */
const AHEAD = 3
/**
 * How many blocks a walk requests before their turn. Each may have to come over the network, and no client waits for
 * their bytes.
 */
const VISITED_AHEAD = 7
/** A walk looks for blocks to request early among this many links; beyond these, most may have been visited already. */
const LOOKED_AHEAD = 64
/** The cost of a block, in units of {@link createSteps}; a unit also pays for several links or parsed bytes. */
const BLOCK_COST = 25
const LINKS_PER_UNIT = 4
const PARSED_BYTES_PER_UNIT = 64
/** How deep the blocks of a file, and of any graph, may be nested. */
const MAX_FILE_DEPTH = 64
const MAX_GRAPH_DEPTH = 256
/** A node with a single part counts as this many levels: a chain of such nodes costs work and gives no bytes. */
const SINGLE_PART_DEPTH = 8
/**
 * How much one read may cost before it yields bytes, and how many bytes it must yield for each further block or link.
 * Files of any chunker stay far below: their smallest blocks have some hundred bytes.
 */
const READ_COST = {
  freeBlocks: 1024,
  bytesPerBlock: 512,
  freeLinks: 131_072,
  bytesPerLink: 32,
  freeBytes: 64 * 1024 * 1024,
}
/** Links that wait to be followed in one read or walk. */
const MAX_OPEN_LINKS = 65_536

/** The cost of a parsed block. The bytes of raw blocks are not parsed. */
export const blockCost = (cid: CID, length: number, { links }: Node): number =>
  BLOCK_COST + links.count / LINKS_PER_UNIT + (hasLinks(cid.code) ? length / PARSED_BYTES_PER_UNIT : 0)

export interface ByteRange {
  /** The index of the first byte. */
  start: number
  /** The index after the last byte. */
  end: number
}

/** A part of a file that is still to be read. */
interface Pending {
  /** Set only for the file itself. Other parts are named by the link of their parent. */
  cid?: CID
  /** {@link Links.target} */
  target: string
  size: number
  /** The part's position in the file. */
  at: number
  depth: number
}

/** A parsed block of a file, and its length in bytes. */
interface Loaded {
  node: FileNode
  length: number
}

/**
 * The bytes of a file between `start` and `end`, block by block.
 *
 * @param ahead How many blocks are requested before their turn.
 * @throws 422 `MALFORMED_CONTENT` if a part's size differs from the size in its parent, the file is nested too deep, or
 * it costs more blocks, links and bytes than {@link READ_COST} allows for the bytes that it gives
 */
export async function* readFile(
  root: FileNode & { cid: CID },
  { start, end }: ByteRange,
  get: GetBlock,
  ahead = AHEAD,
): AsyncGenerator<Uint8Array> {
  const steps = createSteps()
  const count = countCost()
  const first: Pending = { cid: root.cid, target: '', size: root.size, at: 0, depth: 0 }
  const stack = [first]
  const early = new Map([[first, Promise.resolve<Loaded>({ node: root, length: root.bytes.length })]])

  async function load(part: Pending): Promise<Loaded> {
    const cid = cidOfPart(part)
    const block = await get(cid)
    const node = readNode(cid, block)
    if (sizeOf(node) === undefined || !('bytes' in node))
      throw malformed(
        `${cidText(cid)} is a ${node.kind === 'data' ? 'block of data' : node.kind} in the middle of a file`,
      )
    return { node, length: block.length }
  }
  const begin = (part: Pending): Promise<Loaded> => {
    const begun = early.get(part) ?? load(part)
    // The reader that awaits the promise sees its failure. If nothing awaits it any more, it must not become an
    // unhandled rejection.
    begun.catch(() => {})
    early.set(part, begun)
    return begun
  }
  /** Adds the node's parts within the range to the pending ones. */
  function open({ bytes, links, sizes }: FileNode, at: number, depth: number): void {
    if (depth > MAX_FILE_DEPTH) throw malformed(`A file is nested more than ${MAX_FILE_DEPTH} levels deep`)
    const below = depth + (links.count === 1 ? SINGLE_PART_DEPTH : 1)
    const wanted: Pending[] = []
    let next = at + bytes.length
    for (let index = 0; index < links.count && next < end; index++) {
      const size = sizes[index] ?? 0
      if (size > 0 && next + size > start) wanted.push({ target: links.target(index), size, at: next, depth: below })
      next += size
    }
    for (const part of wanted.reverse()) stack.push(part)
    assertFewOpen(stack)
  }
  /** Opens a part, and returns its own bytes within the range, and what it cost. */
  async function take(part: Pending): Promise<{ bytes: Uint8Array; cost: number }> {
    const loading = begin(part)
    for (const later of stack.slice(Math.max(0, stack.length - ahead))) begin(later)
    const { node, length } = await loading
    early.delete(part)
    if (node.size !== part.size)
      throw malformed(`${cidText(cidOfPart(part))} has ${node.size} bytes, but its parent states ${part.size}`)
    open(node, part.at, part.depth)
    const from = Math.max(start - part.at, 0)
    const to = Math.max(Math.min(end - part.at, node.bytes.length), 0)
    const bytes = compact(node.bytes.subarray(from, to))
    count({ links: node.links.count, length, given: bytes.length })
    return { bytes, cost: blockCost(cidOfPart(part), length, node) }
  }
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { bytes, cost } = await take(part)
    if (bytes.length > 0) yield bytes
    await steps.done(cost)
  }
}

/** Throws once a read has cost too much for the bytes that it gave. */
function countCost(): (block: { links: number; length: number; given: number }) => void {
  const { freeBlocks, bytesPerBlock, freeLinks, bytesPerLink, freeBytes } = READ_COST
  let [blocks, links, bytes, given] = [0, 0, 0, 0]
  return (block) => {
    blocks++
    links += block.links
    bytes += block.length
    given += block.given
    const isTooMuch =
      bytes > freeBytes + 2 * given ||
      blocks > freeBlocks + given / bytesPerBlock ||
      links > freeLinks + given / bytesPerLink
    if (isTooMuch)
      throw malformed(
        `A file has ${blocks} blocks of ${bytes} bytes with ${links} links for its first ${given} bytes: too many to be read`,
      )
  }
}

const cidOfPart = ({ cid, target }: Pick<Pending, 'cid' | 'target'>): CID => cid ?? cidOf(target)

/** @throws 422 `MALFORMED_CONTENT` */
export function assertFewOpen({ length }: readonly unknown[]): void {
  if (length > MAX_OPEN_LINKS) throw malformed(`A graph has more than ${MAX_OPEN_LINKS} links waiting to be followed`)
}

/** @throws 422 `MALFORMED_CONTENT` */
export function assertDepth(depth: number): void {
  if (depth > MAX_GRAPH_DEPTH) throw malformed(`A graph is nested more than ${MAX_GRAPH_DEPTH} levels deep`)
}

export function cidOf(target: string): CID {
  try {
    return cidOfTarget(target)
  } catch (error) {
    throw malformed(`A link has no identifier: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Gets every block below `root` once, however many links lead to it; returns the sum over these blocks, as a quota
 * counts them.
 *
 * @param onBytes Called after each block with the sum so far; throws to end the walk.
 * @throws 422 `MALFORMED_CONTENT`, `UNSUPPORTED_CONTENT`
 */
export async function fetchGraph(
  root: CID,
  get: GetBlock,
  onBytes: (total: number) => Promise<void> = async () => {},
): Promise<number> {
  let total = 0
  for await (const { bytes } of walk(root, get, { read: readNode, ahead: VISITED_AHEAD, repeats: false })) {
    total += quotaBytes(bytes)
    await onBytes(total)
  }
  return total
}

/**
 * Every block below `root`, depth first: once, or wherever a link leads to it. A block that cannot be parsed is treated
 * as one without links.
 */
export function visitInOrder(
  root: CID,
  get: GetBlock,
  repeats = false,
): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  return walk(root, get, { read: readIfPossible, ahead: 0, repeats })
}

interface Unvisited {
  cid?: CID
  target: string
  depth: number
  /** The size that the parent gives for this part of a file. */
  size?: number | undefined
}

async function* walk(
  root: CID,
  get: GetBlock,
  options: { read: (cid: CID, block: Uint8Array) => Node | undefined; ahead: number; repeats: boolean },
): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  const { read, ahead, repeats } = options
  const steps = createSteps()
  const seen = new Set<string>()
  let blocks = 0
  const stack: Unvisited[] = [{ cid: root, target: '', depth: 0 }]
  const early = new Map<string, Promise<Uint8Array>>()
  const begin = ({ cid, target }: Unvisited): Promise<Uint8Array> => {
    const begun = early.get(target) ?? get(cid ?? cidOf(target))
    begun.catch(() => {})
    early.set(target, begun)
    return begun
  }
  for (let next = stack.pop(); next; next = stack.pop()) {
    await steps.done(1)
    if (seen.has(next.target)) continue
    if (!repeats) seen.add(next.target)
    assertFewBlocks(root, ++blocks)
    const first = begin(next)
    for (const one of stack.slice(-LOOKED_AHEAD).reverse()) if (early.size <= ahead && !seen.has(one.target)) begin(one)
    const cid = next.cid ?? cidOf(next.target)
    const bytes = await first
    early.delete(next.target)
    const node = read(cid, bytes)
    if (next.size !== undefined && sizeOf(node) !== next.size)
      throw malformed(`${cidText(cid)} does not have the ${next.size} bytes that its parent states`)
    yield { cid, bytes }
    if (!node) continue
    await steps.done(blockCost(cid, bytes.length, node))
    push(stack, node, next.depth + 1, seen, read === readNode)
  }
}

/** The bytes of a part of a file; undefined for other content, which cannot be such a part. */
export const sizeOf = (node: Node | undefined): number | undefined =>
  node && 'size' in node && node.kind !== 'symlink' ? node.size : undefined

/** Pushes the links of a block onto the stack, so that the first link is on top. */
function push(stack: Unvisited[], node: Node, depth: number, seen: Set<string>, sized: boolean): void {
  const { links } = node
  if (links.count > 0) assertDepth(depth)
  for (let index = links.count - 1; index >= 0; index--) {
    const target = links.target(index)
    if (seen.has(target)) continue
    const size = sized && 'sizes' in node ? node.sizes[index] : undefined
    stack.push({ target, depth, size })
  }
  assertFewOpen(stack)
}

/** @throws 422 `MALFORMED_CONTENT` */
export function assertFewBlocks(root: CID, blocks: number): void {
  const { value: most } = limits.maxBlocksPerGraph
  if (blocks > most) throw malformed(`${cidText(root)} has more than ${most} blocks`)
}

export function readIfPossible(cid: CID, block: Uint8Array): Node | undefined {
  try {
    return readNode(cid, block)
  } catch {
    return undefined
  }
}

/** The blocks that `cid`'s block links to; none if it cannot be read. */
export function linksOf(cid: CID, block: Uint8Array): CID[] {
  const links = hasLinks(cid.code) ? readIfPossible(cid, block)?.links : undefined
  return links ? Array.from({ length: links.count }, (_, index) => links.cid(index)) : []
}
