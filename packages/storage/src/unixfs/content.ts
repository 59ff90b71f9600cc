/** Finds content below a path and opens it. */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { Links } from '../blocks/dag/dag-pb.ts'
import { contentNotFound, malformed, unsupported } from '../errors.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import { visibleName } from '../streams/text.ts'
import { blockCost, type GetBlock } from './dag.ts'
import { linkInData, type PathStep } from './data.ts'
import { prefixesOf } from './shards.ts'
import { bytesNode, type FileNode, type Node, readNode } from './unixfs.ts'

/** `held`: bytes of its first block, if that is needed until further blocks have come; otherwise 0. */
export type FileContent = FileNode & { cid: CID; held: number }

export type DirectoryNode = Extract<Node, { kind: 'directory' }>
export type DirectoryContent = DirectoryNode & { cid: CID }

/**
 * Content at the end of a path. Data with links (dag-cbor, dag-json) is read like a file that has the block's bytes.
 */
export type Content = FileContent | DirectoryContent

/** @throws 422 `UNSUPPORTED_CONTENT`, `MALFORMED_CONTENT` */
export async function openContent(cid: CID, get: GetBlock): Promise<Content> {
  const block = await get(cid)
  const node = readNode(cid, block)
  if (node.kind === 'directory') return { ...node, cid }
  if (node.kind === 'data') return { ...bytesNode(block), cid, held: 0 }
  return { ...node, cid, held: node.links.count > 0 ? block.length : 0 }
}

/**
 * @throws 404 `CONTENT_NOT_FOUND` if nothing is at the path; 422 `UNSUPPORTED_CONTENT` for directories and content that
 * cannot be read here; 422 `MALFORMED_CONTENT`
 */
export async function openFile(path: ContentPath, get: GetBlock): Promise<FileContent> {
  const { cid } = await resolve(path, get)
  const content = await openContent(cid, get)
  if (content.kind !== 'directory') return content
  const { fanout, links } = content
  const count = fanout !== undefined ? 0 : Math.min(links.count, 5)
  const names = Array.from({ length: count }, (_, index) => visibleName(links.name(index).slice(0, 100)))
  const some = names.length > 0 ? ` such as ${names.join(', ')}` : ''
  throw unsupported(`${cidText(cid)} is a directory: request a file in it${some}`)
}

/**
 * Reads the blocks of one path. `find` takes what is needed from a block immediately, so that no block stays in memory
 * while the next one is awaited.
 */
type ReadDirectory = <Found>(cid: CID, find: (node: Node, block: Uint8Array) => Found) => Promise<Found>

/** The maximum bytes of all directories of one path. */
const MAX_PATH_BYTES = 64 * 1024 * 1024

/** Reads in steps, up to the maximum bytes of one path. */
function createPathReader(get: GetBlock): ReadDirectory {
  const steps = createSteps()
  let bytes = 0
  return async (cid, find) => {
    const block = await get(cid)
    bytes += block.length
    if (bytes > MAX_PATH_BYTES) throw malformed(`A path leads through more than ${MAX_PATH_BYTES} bytes of directories`)
    const node = readNode(cid, block)
    const found = find(node, block)
    await steps.done(blockCost(cid, block.length, node))
    return found
  }
}

/**
 * The content that a path leads to. `roots`: the identifiers on the way, the first and the last included, without the
 * further blocks of sharded directories.
 */
export interface Resolved {
  cid: CID
  roots: CID[]
}

/** @throws 404 `CONTENT_NOT_FOUND`; 422 `MALFORMED_CONTENT`; 501 `PATH_INTO_DATA` if the path ends within a block */
export async function resolve({ cid, path }: ContentPath, get: GetBlock): Promise<Resolved> {
  const read = createPathReader(get)
  const roots = [cid]
  let at = cid
  for (let index = 0; index < path.length; ) {
    const step = await inBlock(at, path.slice(index), read)
    if (!step.next) throw nothing(cid, path.slice(0, index + step.names))
    index += step.names
    at = step.next
    roots.push(at)
  }
  return { cid: at, roots }
}

/** The content that a directory lists under a name; undefined if the directory does not have the name. */
export async function inDirectory(directory: CID, name: string, get: GetBlock): Promise<CID | undefined> {
  return (await inBlock(directory, [name], createPathReader(get))).next
}

function linkNamed(name: string, directory: CID, links: Links): CID | undefined {
  const index = links.find(name)
  return index < 0 ? undefined : linkAt(index, directory, links)
}

/** @throws 422 `MALFORMED_CONTENT` */
export function linkAt(index: number, directory: CID, links: Links): CID {
  try {
    return links.cid(index)
  } catch {
    throw malformed(`${cidText(directory)} has no identifier for one of its names`)
  }
}

/**
 * The next identifier on a path. A directory uses up one name. It may be spread over many blocks by the hashes of its
 * names (UnixFS, HAMTDirectory). Data may use up several names.
 */
async function inBlock(root: CID, names: string[], read: ReadDirectory): Promise<PathStep> {
  const [name = ''] = names
  let shards: { fanout: number; prefixes: Iterator<string> } | undefined
  for (let at = root; ; ) {
    const { step, next } = await read(at, (node, block): { step: PathStep; next?: CID | undefined } => {
      if (!shards && node.kind === 'data') return { step: linkInData(at, block, names) }
      if (!shards && node.kind !== 'directory') return { step: { names: 1 } }
      if (node.kind !== 'directory' || (shards && node.fanout !== shards.fanout))
        throw malformed(`${cidText(at)} is not part of a sharded directory with a fanout of ${shards?.fanout}`)
      const { fanout, links } = node
      if (fanout === undefined) return { step: { next: linkNamed(name, at, links), names: 1 } }
      shards ??= { fanout, prefixes: prefixesOf(name, fanout)[Symbol.iterator]() }
      const { value: prefix, done } = shards.prefixes.next()
      if (done) throw malformed(`${cidText(root)} is nested deeper than the hashes of its names reach`)
      const found = linkNamed(prefix + name, at, links)
      return found ? { step: { next: found, names: 1 } } : { step: { names: 1 }, next: linkNamed(prefix, at, links) }
    })
    if (!next) return step
    at = next
  }
}

const nothing = (cid: CID, path: string[]) => contentNotFound(`${cidText(cid)} has no ${path.join('/')}`)
