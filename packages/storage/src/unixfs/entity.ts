/**
 * The blocks of one entity, as the trustless gateway specification defines it (`dag-scope=entity`). For a file: all its
 * blocks, or those with the requested bytes. For a directory: the blocks that list its names.
 */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { malformed } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'
import {
  assertDepth,
  assertFewBlocks,
  assertFewOpen,
  type ByteRange,
  blockCost,
  cidOf,
  type GetBlock,
  readIfPossible,
  sizeOf,
} from './dag.ts'
import type { FileNode, Node } from './unixfs.ts'

/** `entity-bytes`: both ends are inclusive; negative numbers count from the end; `to` is absent for the last byte. */
export interface EntityBytes {
  from: number
  to: number | undefined
}

/** The part of a file of `size` bytes; undefined if the range is outside the file. */
export function rangeOf({ from, to }: EntityBytes, size: number): ByteRange | undefined {
  const start = from < 0 ? Math.max(size + from, 0) : from
  const last = to === undefined ? size - 1 : to < 0 ? size + to : to
  const end = Math.min(last + 1, size)
  return start < end ? { start, end } : undefined
}

interface Part {
  /** Set only for the entity's first block. Later blocks are named by a link of their parent. */
  cid?: CID
  target: string
  depth: number
  /** The wanted bytes of a part of a file, counted from its start; absent if all of it is wanted. */
  wanted?: ByteRange | undefined
  /** The size in its parent; absent for the first block. */
  size?: number | undefined
}

/**
 * Each block depth first: once, or wherever a link leads to it.
 *
 * @throws 422 `MALFORMED_CONTENT` for content that is nested too deep, has too many blocks, or contradicts the sizes
 * that the range depends on.
 */
export async function* visitEntity(
  root: CID,
  get: GetBlock,
  { asked, repeats = false }: { asked?: EntityBytes | undefined; repeats?: boolean } = {},
): AsyncGenerator<{ cid: CID; bytes: Uint8Array }> {
  const steps = createSteps()
  const given = new Set<string>()
  let blocks = 0
  /**
   * Parts that have been given with all their blocks. A part that is wanted only partly may come again, with other
   * bytes wanted.
   */
  const whole = new Set<string>()
  const stack: Part[] = [{ cid: root, target: '', depth: 0 }]
  for (let part = stack.pop(); part; part = stack.pop()) {
    await steps.done(1)
    if (whole.has(part.target)) continue
    const cid = part.cid ?? cidOf(part.target)
    const bytes = await get(cid)
    const node = readIfPossible(cid, bytes)
    if (repeats || !given.has(part.target)) {
      given.add(part.target)
      assertFewBlocks(root, ++blocks)
      yield { cid, bytes }
    }
    if (!node) continue
    await steps.done(blockCost(cid, bytes.length, node))
    if (part.wanted && sizeOf(node) !== part.size)
      throw malformed(`${cidText(cid)} does not have the ${part.size} bytes that its parent states`)
    const below = part.depth === 0 ? partsOfRoot(node, asked) : partsBelow(node, part)
    if (!repeats && !part.wanted && !(part.depth === 0 && asked)) whole.add(part.target)
    push(stack, below)
  }
}

const partsOfRoot = (node: Node, asked: EntityBytes | undefined): Part[] => {
  if (node.kind === 'directory') return shardsOf(node, 1)
  // The content of links in data belongs to other entities.
  if (node.kind === 'data') return []
  if (!asked) return partsOf(node, undefined, 1)
  const wanted = rangeOf(asked, node.size)
  return wanted ? partsOf(node, wanted, 1) : []
}

/** Each entry of a directory is a separate entity, and so is a directory in the middle of a file. */
const partsBelow = (node: Node, { wanted, depth, size }: Part): Part[] => {
  if (node.kind === 'directory') return size === undefined ? shardsOf(node, depth + 1) : []
  return size === undefined || node.kind === 'data' ? [] : partsOf(node, wanted, depth + 1)
}

/**
 * The further blocks of a sharded directory. Links to these blocks are named by a prefix alone. Links to entries have a
 * name after the prefix.
 */
function shardsOf({ fanout, links }: Extract<Node, { kind: 'directory' }>, depth: number): Part[] {
  if (fanout === undefined) return []
  const { length } = (fanout - 1).toString(16)
  const parts: Part[] = []
  for (let index = 0; index < links.count; index++)
    if (links.name(index).length === length) parts.push({ target: links.target(index), depth })
  return parts
}

function partsOf({ bytes, links, sizes }: FileNode, wanted: ByteRange | undefined, depth: number): Part[] {
  const parts: Part[] = []
  let at = bytes.length
  for (let index = 0; index < links.count; index++) {
    const size = sizes[index] ?? 0
    const start = at
    at += size
    const target = links.target(index)
    if (!wanted) parts.push({ target, depth, size })
    else if (size > 0 && start < wanted.end && at > wanted.start) {
      const inside = { start: Math.max(wanted.start - start, 0), end: Math.min(wanted.end - start, size) }
      const isWhole = inside.start === 0 && inside.end === size
      parts.push({ target, depth, size, wanted: isWhole ? undefined : inside })
    }
  }
  return parts
}

/** The first part is on top. */
function push(stack: Part[], parts: Part[]): void {
  for (const part of parts.reverse()) {
    assertDepth(part.depth)
    stack.push(part)
  }
  assertFewOpen(stack)
}
