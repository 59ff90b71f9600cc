/** Blocks put together: files read in order, from where one likes; whole DAGs visited. Never more than a few blocks are held. */
import type { CID } from 'multiformats/cid'
import { malformed } from './errors.ts'
import { cidText, DAG_PB, keyOf } from './identifier.ts'
import { type Node, type Part, readNode } from './unixfs.ts'

/** Gets a block; its bytes have been checked. */
export type GetBlock = (cid: CID) => Promise<Uint8Array>

/** Kubo's and our own files are 1 to 5 deep: 1,024 parts to a block make 1 EiB at 4. */
const MAX_DEPTH = 64
/** Blocks that are asked for before their turn. */
const AHEAD = 3
/** The same, where nobody waits for the bytes but the network has to be crossed for each. */
const VISITED_AHEAD = 7

export interface ByteRange {
  /** The first byte. */
  start: number
  /** After the last. */
  end: number
}

interface Pending extends Part {
  /** Where in the file it begins. */
  at: number
  depth: number
}

export type FileNode = Extract<Node, { kind: 'bytes' | 'file' }>

/**
 * The bytes of a file between `start` and `end`, in blocks.
 *
 * @throws 422 `MALFORMED_CONTENT` where a part has not the bytes that it was said to have
 */
export async function* readFile(root: FileNode, { start, end }: ByteRange, get: GetBlock): AsyncGenerator<Uint8Array> {
  const early = new Map<Pending, Promise<Uint8Array>>()
  const begin = (part: Pending): Promise<Uint8Array> => {
    const begun = early.get(part) ?? get(part.cid)
    // Whoever takes it sees its failure; one that nobody takes any more must not be unhandled.
    begun.catch(() => {})
    early.set(part, begun)
    return begun
  }
  const stack: Pending[] = []
  const isWanted = ({ at, size }: Pending): boolean => size > 0 && at < end && at + size > start
  function* open({ bytes, parts }: FileNode, at: number, depth: number): Generator<Uint8Array> {
    if (depth > MAX_DEPTH) throw malformed(`A file is nested more than ${MAX_DEPTH} deep`)
    const inside = bytes.subarray(Math.max(start - at, 0), Math.max(Math.min(end - at, bytes.length), 0))
    if (inside.length > 0) yield inside
    const pending: Pending[] = []
    let next = at + bytes.length
    for (const part of parts) {
      pending.push({ ...part, at: next, depth: depth + 1 })
      next += part.size
    }
    for (const part of pending.filter(isWanted).reverse()) stack.push(part)
  }
  yield* open(root, 0, 0)
  for (let part = stack.pop(); part; part = stack.pop()) {
    const block = begin(part)
    for (const later of stack.slice(-AHEAD).reverse()) if (early.size <= AHEAD) begin(later)
    const node = readNode(part.cid, await block)
    early.delete(part)
    if (node.kind === 'directory') throw malformed(`${cidText(part.cid)} is a directory in the middle of a file`)
    if (node.size !== part.size)
      throw malformed(`${cidText(part.cid)} has ${node.size} bytes, but was said to have ${part.size}`)
    yield* open(node, part.at, part.depth)
  }
}

export interface Visit {
  /** Blocks, each once. */
  blocks: number
  /** Of all blocks together. */
  bytes: number
}

export interface VisitLimits {
  /** Of all blocks together; beyond, `onExceeded` is thrown. */
  bytes: number
  onExceeded: () => Error
}

/** What one content may have, however small its blocks are. */
const MAX_BLOCKS = 1_000_000

/**
 * Gets every block of the DAG below `root` once, whatever links to it however often.
 *
 * @throws 422 `MALFORMED_CONTENT`, `UNSUPPORTED_CONTENT`
 */
export async function visitAll(root: CID, get: GetBlock, limits: VisitLimits): Promise<Visit> {
  const seen = new Set<string>([nameOf(root)])
  const stack: { cid: CID; size?: number }[] = [{ cid: root }]
  const visit: Visit = { blocks: 0, bytes: 0 }
  const early = new Map<string, Promise<Uint8Array>>()
  const begin = (cid: CID): Promise<Uint8Array> => {
    const name = nameOf(cid)
    const begun = early.get(name) ?? get(cid)
    begun.catch(() => {})
    early.set(name, begun)
    return begun
  }
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { cid, size } = next
    const first = begin(cid)
    for (const later of stack.slice(-VISITED_AHEAD).reverse()) if (early.size <= VISITED_AHEAD) begin(later.cid)
    const block = await first
    early.delete(nameOf(cid))
    visit.blocks++
    visit.bytes += block.length
    if (visit.bytes > limits.bytes) throw limits.onExceeded()
    const node = readNode(cid, block)
    if (size !== undefined && (node.kind === 'directory' || node.size !== size))
      throw malformed(`${cidText(cid)} has not the ${size} bytes that it was said to have`)
    const children: { cid: CID; size?: number }[] =
      node.kind === 'directory' ? node.links.map(({ Hash }) => ({ cid: Hash })) : node.parts
    for (const child of children.toReversed()) {
      const name = nameOf(child.cid)
      if (seen.has(name)) continue
      seen.add(name)
      stack.push(child)
    }
    if (seen.size > MAX_BLOCKS) throw malformed(`${cidText(root)} has more than ${MAX_BLOCKS} blocks`)
  }
  return visit
}

/** Every block below `root` once, depth first. */
export async function* visitInOrder(root: CID, get: GetBlock): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  const seen = new Set<string>()
  const stack = [root]
  for (let cid = stack.pop(); cid; cid = stack.pop()) {
    if (seen.has(nameOf(cid))) continue
    seen.add(nameOf(cid))
    const bytes = await get(cid)
    yield { cid, bytes }
    stack.push(...linksOf(cid, bytes).reverse())
  }
}

/** The same bytes are another node under another codec. */
export const nameOf = (cid: CID): string => `${cid.code} ${keyOf(cid)}`

/** The blocks that `cid`'s block links to; none if it cannot be read. */
export function linksOf(cid: CID, block: Uint8Array): CID[] {
  if (cid.code !== DAG_PB) return []
  try {
    const node = readNode(cid, block)
    return node.kind === 'directory' ? node.links.map(({ Hash }) => Hash) : node.parts.map((part) => part.cid)
  } catch {
    return []
  }
}
