/** Media types of files, each detected once. */

import { ApiError } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import type { CID } from 'multiformats/cid'
import { CBOR, cidText, DAG_CBOR, DAG_JSON, JSON_CODEC } from '../identifier/identifier.ts'
import type { FileContent } from '../unixfs/content.ts'
import { type GetBlock, readFile } from '../unixfs/dag.ts'
import type { FileNode } from '../unixfs/unixfs.ts'
import { detectType, SAMPLE, UNKNOWN } from './media-type.ts'

export type TypeOf = (file: FileContent, get: GetBlock) => Promise<string>

const MAX_TYPES = 10_000

export function createTypeOf(): TypeOf {
  const known = new LRUCache<string, string>({ max: MAX_TYPES })
  return async (file, get) => {
    const name = cidText(file.cid)
    const before = known.get(name)
    if (before !== undefined) return before
    try {
      const type = await typeOf(file, get)
      known.set(name, type)
      return type
    } catch (error) {
      // The missing block may be outside the requested range. If it is inside, reading the range fails in the same way.
      if (error instanceof ApiError && NOT_FOUND.has(error.statusCode)) return UNKNOWN
      throw error
    }
  }
}

/** Statuses of errors for a block that the sources do not have now. */
const NOT_FOUND = new Set([404, 502, 504])

/** The media types of codecs that say what their bytes are. */
const TYPES_OF_CODECS = new Map<number, string>([
  [JSON_CODEC, 'application/json'],
  [CBOR, 'application/cbor'],
  [DAG_JSON, 'application/vnd.ipld.dag-json'],
  [DAG_CBOR, 'application/vnd.ipld.dag-cbor'],
])

/** The media type of a file: by its codec, or else detected from its first bytes. */
export const typeOf: TypeOf = async (file, get) => {
  if (file.kind === 'symlink') return 'inode/symlink'
  return TYPES_OF_CODECS.get(file.cid.code) ?? detectType(await firstBytes(file, get))
}

/** The first bytes of a file: as many as detection needs, or as many as can be read. */
export async function firstBytes(file: FileNode & { cid: CID }, get: GetBlock): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of readFile(file, { start: 0, end: Math.min(file.size, SAMPLE) }, get, 0)) parts.push(part)
  } catch (error) {
    if (parts.length === 0 || !(error instanceof ApiError && error.code === 'MALFORMED_CONTENT')) throw error
  }
  return Buffer.concat(parts)
}
