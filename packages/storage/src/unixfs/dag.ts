/**
 * Reads files in order, from any position, and walks whole graphs of blocks. Anybody may have made the blocks, so the
 * cost of a read or walk is bounded by the bytes that it gives; long ones work in steps and hold only a few blocks in
 * memory.
 */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { countedBytes } from '../blocks/counted.ts'
import { cidOfTarget } from '../blocks/dag-pb.ts'
import { malformed } from '../errors.ts'
import { cidText, DAG_PB } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { BUFFER, pieceOf } from '../streams/buffers.ts'
import { type Node, readNode } from './unixfs.ts'

/** Gets a block whose hash has been checked. */
export type GetBlock = (cid: CID) => Promise<Uint8Array>

/** Blocks that are requested before their turn. */
const AHEAD = 3
/**
 * Blocks that a walk requests before their turn: no client waits for their bytes, but each may have to come over the
 * network.
 */
const VISITED_AHEAD = 7
/** Links among which a walk looks for blocks to request early; beyond these, most may have been visited already. */
const LOOKED_AHEAD = 64
/** The cost of a block, in units of {@link createSteps}; a unit also pays for several links or parsed bytes. */
const BLOCK_COST = 25
const LINKS_PER_UNIT = 4
const PARSED_BYTES_PER_UNIT = 64
/** Levels that a node with a single part counts for: a chain of such nodes costs its length and gives no bytes. */
const SINGLE_PART_DEPTH = 8

/** The cost of a parsed block. The bytes of raw blocks are not parsed. */
export const blockCost = (cid: CID, length: number, { links }: Node): number =>
  BLOCK_COST + links.count / LINKS_PER_UNIT + (cid.code === DAG_PB ? length / PARSED_BYTES_PER_UNIT : 0)

export interface ByteRange {
  /** The index of the first byte. */
  start: number
  /** The index after the last byte. */
  end: number
}

/** A part of a file that is still to be read. */
interface Pending {
  /** Of the file itself; other parts have their parent's link. */
  cid?: CID
  /** {@link Links.target} */
  target: string
  size: number
  /** The part's position in the file. */
  at: number
  depth: number
}

export type FileNode = Exclude<Node, { kind: 'directory' }>

/** A parsed block of a file, and its length in bytes. */
interface Loaded {
  node: FileNode
  length: number
}

/**
 * The bytes of a file between `start` and `end`, in blocks. A block that is larger than a buffer comes in pieces, and
 * is read again for each piece: a reader may let each wait for long.
 *
 * @param ahead Answers how many blocks may be requested before their turn. Where none may, those that were requested
 *     are requested again in their turn.
 * @throws 422 `MALFORMED_CONTENT` where a part has another size than its parent says, and for files that cost more
 *     blocks, links and bytes than they give (`limits`)
 */
export function readFile(
  root: FileNode & { cid: CID },
  { start, end }: ByteRange,
  get: GetBlock,
  ahead: () => number = () => AHEAD,
): AsyncGenerator<Uint8Array> {
  const steps = createSteps()
  const count = countCost()
  const first: Pending = { cid: root.cid, target: '', size: root.size, at: 0, depth: 0 }
  const stack = [first]
  const early = new Map([[first, Promise.resolve<Loaded>({ node: root, length: root.bytes.length })]])
  /** What is left of the part that is being given. A generator's own variables would hold blocks until it ends. */
  let inHand: Uint8Array | undefined

  async function loaded(part: Pending): Promise<Loaded> {
    const cid = cidOfPart(part)
    const block = await get(cid)
    const node = readNode(cid, block)
    if (node.kind === 'directory') throw malformed(`${cidText(cid)} is a directory in the middle of a file`)
    return { node, length: block.length }
  }
  const begin = (part: Pending): Promise<Loaded> => {
    const begun = early.get(part) ?? loaded(part)
    // The reader that awaits the promise sees its failure; if nobody awaits it any more, it must not count as
    // unhandled.
    begun.catch(() => {})
    early.set(part, begun)
    return begun
  }
  /** The node's own bytes within the range. */
  const inside = ({ bytes }: FileNode, at: number): Uint8Array =>
    bytes.subarray(Math.max(start - at, 0), Math.max(Math.min(end - at, bytes.length), 0))
  /** Adds the node's parts within the range to the pending ones. */
  function open({ bytes, links, sizes }: FileNode, at: number, depth: number): void {
    if (depth > limits.maxFileDepth.value)
      throw malformed(`A file is nested more than ${limits.maxFileDepth.value} deep`)
    const below = depth + (links.count === 1 ? SINGLE_PART_DEPTH : 1)
    const wanted: Pending[] = []
    let next = at + bytes.length
    for (let index = 0; index < links.count && next < end; index++) {
      const size = sizes[index] ?? 0
      if (size > 0 && next + size > start) wanted.push({ target: links.target(index), size, at: next, depth: below })
      next += size
    }
    for (const part of wanted.reverse()) stack.push(part)
    if (stack.length > limits.maxPartsInHand.value)
      throw malformed(`A file has more than ${limits.maxPartsInHand.value} parts that are open at once`)
  }
  /**
   * Parts that may be larger than a buffer are asked for in their turn: those of several readers would fill the memory.
   */
  function beginLater(): void {
    for (let later = stack.length - 1; early.size <= ahead(); later--) {
      const part = stack[later]
      if (!part || part.size > BUFFER) return
      begin(part)
    }
  }
  /** Takes a part in hand; answers how many bytes of it are to be given, and what it costs. */
  async function take(part: Pending): Promise<{ length: number; cost: number }> {
    const loading = begin(part)
    beginLater()
    const { node, length } = await loading
    early.delete(part)
    if (node.size !== part.size)
      throw malformed(`${cidText(cidOfPart(part))} has ${node.size} bytes, but was said to have ${part.size}`)
    open(node, part.at, part.depth)
    const bytes = inside(node, part.at)
    count({ links: node.links.count, length, given: bytes.length })
    inHand = bytes.length > 0 ? bytes : undefined
    return { length: bytes.length, cost: blockCost(cidOfPart(part), length, node) }
  }
  async function piece(part: Pending, from: number): Promise<Uint8Array> {
    const all = inHand ?? inside((await loaded(part)).node, part.at)
    inHand = ahead() > 0 && from + BUFFER < all.length ? all : undefined
    return pieceOf(all, from)
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let part = stack.pop(); part; part = stack.pop()) {
      const { length, cost } = await take(part)
      for (let from = 0; from < length; from += BUFFER) {
        yield await piece(part, from)
        if (ahead() === 0) early.clear()
      }
      await steps.done(cost)
    }
  }
  return pieces()
}

const cidOfPart = ({ cid, target }: Pick<Pending, 'cid' | 'target'>): CID => cid ?? cidOf(target)

/** What one block cost a read: its links, its own length, and how many bytes of the file it gave. */
interface Cost {
  links: number
  length: number
  given: number
}

/** Counts the cost of a read and the bytes that it gave; throws once the cost is too high for these bytes. */
function countCost(): (block: Cost) => void {
  const { freeBlocksPerRead, minBytesPerBlock, freeLinksPerRead, minBytesPerLink, freeBytesPerRead } = limits
  let blocks = 0
  let links = 0
  let bytes = 0
  let given = 0
  return (block) => {
    blocks++
    links += block.links
    bytes += block.length
    given += block.given
    if (bytes > freeBytesPerRead.value + 2 * given)
      throw malformed(`A file has blocks of ${bytes} bytes for its first ${given} bytes: too many to be read`)
    if (blocks > freeBlocksPerRead.value + given / minBytesPerBlock.value)
      throw malformed(`A file has ${blocks} blocks for its first ${given} bytes: too many to be read`)
    if (links > freeLinksPerRead.value + given / minBytesPerLink.value)
      throw malformed(`A file has ${links} links for its first ${given} bytes: too many to be read`)
  }
}

export function cidOf(target: string): CID {
  try {
    return cidOfTarget(target)
  } catch (error) {
    throw malformed(`A link has no identifier: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * A walk to every block below a root, once, however many links lead to it. It can stop after a block and go on from
 * there later.
 */
export interface Visit {
  /** The number of different blocks so far. */
  readonly blocks: number
  /** The sum over these blocks, as a quota counts them. */
  readonly bytes: number
  /** About how many bytes of memory the walk takes while it is stopped. */
  readonly memory: number
  /**
   * Goes on, and answers whether all blocks have been got.
   *
   * @param onBytes Called after each block with the bytes so far; throws where these are too many, and answers false
   *     where the walk is to stop.
   * @throws 422 `MALFORMED_CONTENT`, `UNSUPPORTED_CONTENT`
   */
  goOn(get: GetBlock, onBytes: (total: number) => Promise<boolean>): Promise<boolean>
}

/**
 * An upper bound of what an entry of {@link Walked} takes, whose text has up to as many characters as an identifier has
 * bytes.
 */
const MEMORY_PER_ENTRY = 2 * limits.maxLinkIdentifierBytes.value

export function createVisit(root: CID): Visit {
  const walked = walkedFrom(root)
  let blocks = 0
  let counted = 0
  return {
    get blocks() {
      return blocks
    },
    get bytes() {
      return counted
    },
    get memory() {
      return MEMORY_PER_ENTRY * (walked.seen.size + walked.stack.length)
    },
    async goOn(get, onBytes) {
      for await (const { bytes } of walk(walked, get, readNode, VISITED_AHEAD)) {
        blocks++
        counted += countedBytes(bytes)
        if (!(await onBytes(counted))) return false
      }
      return true
    },
  }
}

/** Every block below `root` once, depth first. A block that cannot be parsed is treated as one without links. */
export function visitInOrder(root: CID, get: GetBlock): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  return walk(walkedFrom(root), get, readIfPossible, 0)
}

interface Unvisited {
  cid?: CID
  target: string
  depth: number
  /** The size that the parent gives for this part of a file. */
  size?: number | undefined
}

/** How far a walk has come. */
interface Walked {
  root: CID
  seen: Set<string>
  stack: Unvisited[]
  /** The bytes of the blocks that were visited. */
  total: number
}

const walkedFrom = (root: CID): Walked => ({
  root,
  seen: new Set(),
  stack: [{ cid: root, target: '', depth: 0 }],
  total: 0,
})

async function* walk(
  walked: Walked,
  get: GetBlock,
  read: (cid: CID, block: Uint8Array) => Node | undefined,
  ahead: number,
): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  const steps = createSteps()
  const { root, seen, stack } = walked
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
    seen.add(next.target)
    const first = begin(next)
    for (const one of stack.slice(-LOOKED_AHEAD).reverse()) if (early.size <= ahead && !seen.has(one.target)) begin(one)
    const cid = next.cid ?? cidOf(next.target)
    const bytes = await first
    early.delete(next.target)
    walked.total += bytes.length
    assertProportion(root, seen.size, walked.total)
    const node = read(cid, bytes)
    if (next.size !== undefined && (node?.kind === 'directory' || node?.size !== next.size))
      throw malformed(`${cidText(cid)} has not the ${next.size} bytes that it was said to have`)
    if (node) {
      await steps.done(blockCost(cid, bytes.length, node))
      push(stack, node, next.depth + 1, seen, read === readNode)
    }
    // Whoever stops here goes on with `walked`, so the links are pushed before.
    yield { cid, bytes }
  }
}

/** Pushes the links of a block onto the stack, so that the first link is on top. */
function push(stack: Unvisited[], node: Node, depth: number, seen: Set<string>, sized: boolean): void {
  const { links } = node
  const { maxGraphDepth, maxLinksInHand } = limits
  if (links.count > 0 && depth > maxGraphDepth.value)
    throw malformed(`A graph is nested more than ${maxGraphDepth.value} deep`)
  for (let index = links.count - 1; index >= 0; index--) {
    const target = links.target(index)
    if (seen.has(target)) continue
    const size = sized && node.kind !== 'directory' ? node.sizes[index] : undefined
    stack.push({ target, depth, size })
  }
  if (stack.length > maxLinksInHand.value)
    throw malformed(`A graph has more than ${maxLinksInHand.value} links that are open at once`)
}

export function assertProportion(root: CID, blocks: number, bytes: number): void {
  const { freeBlocksPerGraph, minBytesPerGraphBlock, maxBlocksPerGraph } = limits
  if (blocks > maxBlocksPerGraph.value)
    throw malformed(`${cidText(root)} has more than ${maxBlocksPerGraph.value} blocks`)
  if (blocks > freeBlocksPerGraph.value + bytes / minBytesPerGraphBlock.value)
    throw malformed(`${cidText(root)} has more than ${blocks} blocks of ${bytes} bytes: too many to be kept`)
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
  const links = cid.code === DAG_PB ? readIfPossible(cid, block)?.links : undefined
  return links ? Array.from({ length: links.count }, (_, index) => links.cid(index)) : []
}
