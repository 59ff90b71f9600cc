/** Content opened: found below a path, and what it is. */
import { ApiError } from '@quorate/platform'
import { walkPath } from 'ipfs-unixfs-exporter'
import type { CID } from 'multiformats/cid'
import type { FileNode, GetBlock } from './dag.ts'
import { contentNotFound, malformed, unsupported } from './errors.ts'
import { type ContentPath, cidText } from './identifier.ts'
import { readNode } from './unixfs.ts'

export type FileContent = FileNode & { cid: CID }

/** Blocks that one name may lead through. */
const MAX_STEPS = 256

/**
 * @throws 404 `CONTENT_NOT_FOUND` where the path leads nowhere; 422 for directories and what is not read here
 */
export async function openFile(path: ContentPath, get: GetBlock): Promise<FileContent> {
  const cid = await resolve(path, get)
  const node = readNode(cid, await get(cid))
  if (node.kind !== 'directory') return { ...node, cid }
  const names = node.sharded ? [] : node.links.slice(0, 5).map(({ Name }) => Name)
  const some = names.length > 0 ? ` such as ${names.join(', ')}` : ''
  throw unsupported(`${cidText(cid)} is a directory: ask for a file in it${some}`)
}

/** What a path leads to. */
export async function resolve({ cid, path }: ContentPath, get: GetBlock): Promise<CID> {
  let at = cid
  for (const [index, name] of path.entries()) {
    const node = readNode(at, await get(at))
    if (node.kind !== 'directory') throw nothing(cid, path.slice(0, index + 1))
    const next = node.sharded ? await inShards(at, name, get) : node.links.find(({ Name }) => Name === name)?.Hash
    if (!next) throw nothing(cid, path.slice(0, index + 1))
    at = next
  }
  return at
}

/** A name in a directory that is spread over many blocks by the hashes of its names (UnixFS, HAMTDirectory). */
async function inShards(directory: CID, name: string, get: GetBlock): Promise<CID | undefined> {
  let steps = 0
  const store = {
    async *get(cid: CID) {
      if (++steps > MAX_STEPS) throw malformed(`${cidText(directory)} is nested more than ${MAX_STEPS} deep`)
      yield await get(cid)
    },
  } as Parameters<typeof walkPath>[1]
  let found: CID | undefined
  try {
    for await (const entry of walkPath(`${directory}/${name.replaceAll('/', '\\/')}`, store)) found = entry.cid
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof Error && error.name === 'NotFoundError') return undefined
    throw malformed(`${cidText(directory)} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  return found
}

const nothing = (cid: CID, path: string[]) => contentNotFound(`${cidText(cid)} has no ${path.join('/')}`)
