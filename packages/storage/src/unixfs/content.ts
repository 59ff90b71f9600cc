/** Finds content below a path and opens it. */
import type { CID } from 'multiformats/cid'
import type { Links } from '../blocks/dag-pb.ts'
import { contentNotFound, malformed, unsupported } from '../errors.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { createSteps } from '../streams/steps.ts'
import { visibleName } from '../streams/text.ts'
import { blockCost, type FileNode, type GetBlock } from './dag.ts'
import { prefixesOf } from './shards.ts'
import { type Node, readNode } from './unixfs.ts'

export type FileContent = FileNode & { cid: CID }

/**
 * @throws 404 `CONTENT_NOT_FOUND` where the path leads nowhere; 422 `UNSUPPORTED_CONTENT` for directories and content that is not read here; 422
 * `MALFORMED_CONTENT`
 */
export async function openFile(path: ContentPath, get: GetBlock): Promise<FileContent> {
  const cid = await resolve(path, get)
  const node = readNode(cid, await get(cid))
  if (node.kind !== 'directory') return { ...node, cid }
  const count = node.fanout !== undefined ? 0 : Math.min(node.links.count, 5)
  const names = Array.from({ length: count }, (_, index) => visibleName(node.links.name(index).slice(0, 100)))
  const some = names.length > 0 ? ` such as ${names.join(', ')}` : ''
  throw unsupported(`${cidText(cid)} is a directory: ask for a file in it${some}`)
}

/** Reads the blocks of one path, in steps, and only as many as one request may. */
function createPathReader(get: GetBlock): (cid: CID) => Promise<Node> {
  const steps = createSteps()
  const { value: most } = limits.freeBytesPerRead
  let bytes = 0
  return async (cid) => {
    const block = await get(cid)
    bytes += block.length
    if (bytes > most) throw malformed(`A path leads through more than ${most} bytes of directories`)
    const node = readNode(cid, block)
    await steps.done(blockCost(cid, block, node))
    return node
  }
}

/** The identifier that a path leads to. */
export async function resolve({ cid, path }: ContentPath, get: GetBlock): Promise<CID> {
  const read = createPathReader(get)
  let at = cid
  for (const [index, name] of path.entries()) {
    const node = await read(at)
    if (node.kind !== 'directory') throw nothing(cid, path.slice(0, index + 1))
    const { fanout, links } = node
    const next = fanout === undefined ? linkNamed(name, at, links) : await inShards(at, { fanout, links }, name, read)
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

interface Shard {
  fanout: number
  links: Links
}

/** Finds a name in a directory that is spread over many blocks by the hashes of its names (UnixFS, HAMTDirectory). */
async function inShards(
  directory: CID,
  root: Shard,
  name: string,
  read: (cid: CID) => Promise<Node>,
): Promise<CID | undefined> {
  let at = directory
  let { links } = root
  for (const prefix of prefixesOf(name, root.fanout)) {
    const found = linkNamed(prefix + name, at, links)
    if (found) return found
    const next = linkNamed(prefix, at, links)
    if (!next) return undefined
    at = next
    const node = await read(at)
    if (node.kind !== 'directory' || node.fanout !== root.fanout)
      throw malformed(`${cidText(at)} is no part of a directory with shards of ${root.fanout}`)
    links = node.links
  }
  throw malformed(`${cidText(directory)} is nested deeper than the hashes of its names reach`)
}

const nothing = (cid: CID, path: string[]) => contentNotFound(`${cidText(cid)} has no ${path.join('/')}`)
