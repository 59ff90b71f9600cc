/** Finds content below a path and opens it. */
import { createSteps } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import type { Links } from '../blocks/dag-pb.ts'
import { contentNotFound, malformed, unsupported } from '../errors.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import { visibleName } from '../streams/text.ts'
import { blockCost, type FileNode, type GetBlock } from './dag.ts'
import { prefixesOf } from './shards.ts'
import { type Node, readNode } from './unixfs.ts'

/** `held`: bytes of its first block, if that is needed until further blocks have come; otherwise 0. */
export type FileContent = FileNode & { cid: CID; held: number }

/**
 * @throws 404 `CONTENT_NOT_FOUND` if nothing is at the path; 422 `UNSUPPORTED_CONTENT` for directories and content that
 * cannot be read here; 422 `MALFORMED_CONTENT`
 */
export async function openFile(path: ContentPath, get: GetBlock): Promise<FileContent> {
  const cid = await resolve(path, get)
  const block = await get(cid)
  const node = readNode(cid, block)
  if (node.kind !== 'directory') return { ...node, cid, held: node.links.count > 0 ? block.length : 0 }
  const count = node.fanout !== undefined ? 0 : Math.min(node.links.count, 5)
  const names = Array.from({ length: count }, (_, index) => visibleName(node.links.name(index).slice(0, 100)))
  const some = names.length > 0 ? ` such as ${names.join(', ')}` : ''
  throw unsupported(`${cidText(cid)} is a directory: request a file in it${some}`)
}

/**
 * Reads the directories of one path. Whatever is needed from a directory is found at once, so that none is held while
 * the next one is awaited.
 */
type ReadDirectory = <Found>(cid: CID, find: (node: Node) => Found) => Promise<Found>

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
    const found = find(node)
    await steps.done(blockCost(cid, block.length, node))
    return found
  }
}

/** The identifier that a path leads to. */
export async function resolve({ cid, path }: ContentPath, get: GetBlock): Promise<CID> {
  const read = createPathReader(get)
  let at = cid
  for (const [index, name] of path.entries()) {
    const next = await inDirectory(at, name, read)
    if (!next) throw nothing(cid, path.slice(0, index + 1))
    at = next
  }
  return at
}

function linkNamed(name: string, directory: CID, links: Links): CID | undefined {
  const index = links.find(name)
  if (index < 0) return undefined
  try {
    return links.cid(index)
  } catch {
    throw malformed(`${cidText(directory)} has no identifier for one of its names`)
  }
}

/**
 * The identifier that a name in a directory leads to. A directory may be spread over many blocks by the hashes of its
 * names (UnixFS, HAMTDirectory).
 */
async function inDirectory(directory: CID, name: string, read: ReadDirectory): Promise<CID | undefined> {
  let shards: { fanout: number; prefixes: Iterator<string> } | undefined
  for (let at = directory; ; ) {
    const { found, next } = await read(at, (node): { found?: CID | undefined; next?: CID | undefined } => {
      if (!shards && node.kind !== 'directory') return {}
      if (node.kind !== 'directory' || (shards && node.fanout !== shards.fanout))
        throw malformed(`${cidText(at)} is not part of a directory with shards of ${shards?.fanout}`)
      const { fanout, links } = node
      if (fanout === undefined) return { found: linkNamed(name, at, links) }
      shards ??= { fanout, prefixes: prefixesOf(name, fanout)[Symbol.iterator]() }
      const { value: prefix, done } = shards.prefixes.next()
      if (done) throw malformed(`${cidText(directory)} is nested deeper than the hashes of its names reach`)
      const found = linkNamed(prefix + name, at, links)
      return found ? { found } : { next: linkNamed(prefix, at, links) }
    })
    if (!next) return found
    at = next
  }
}

const nothing = (cid: CID, path: string[]) => contentNotFound(`${cidText(cid)} has no ${path.join('/')}`)
