/** Trees of files as a TAR archive (POSIX 2001), which is made as it is sent. */
import { posix } from 'node:path'
import { namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Header, Pax } from 'tar'
import { malformed, notInFormat } from '../errors.ts'
import { cidText, DAG_PB, RAW } from '../identifier/identifier.ts'
import { limits } from '../limits.ts'
import { SMALL } from '../streams/buffers.ts'
import { type Content, type DirectoryContent, type FileContent, openContent } from '../unixfs/content.ts'
import { type GetBlock, readFile } from '../unixfs/dag.ts'
import { namesIn } from '../unixfs/listing.ts'
import type { Downloads } from './downloads.ts'
import { TYPES } from './formats.ts'
import { namedAs } from './media-type.ts'
import { FOREVER } from './send-file.ts'

const BLOCK = 512
/** How deep directories may be nested, and the bytes of the directories that are open at once. */
const MAX_DEPTH = 64
const MAX_OPEN_BYTES = 16 * 1024 * 1024

export async function answerTar(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { content: Content; filename: string | undefined; get: GetBlock; downloads: Downloads },
) {
  const { content, filename, get, downloads } = asked
  const name = cidText(content.cid)
  const tag = `"${name}.x-tar"`
  const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
  const isSent = request.method === 'GET' && !isKnown
  if (isSent) downloads.enter(request, reply)
  // Made before the headers are sent: names that lead outside are usually found here, while an error response is still
  // possible.
  const parts = tarOf(content, name, get)
  const first = isSent ? await firstOf(parts) : []
  reply.headers({
    'accept-ranges': 'none',
    'cache-control': FOREVER,
    'content-disposition': `attachment; ${namedAs(filename ?? `${name}.tar`)}`,
    'x-content-type-options': 'nosniff',
    etag: `W/${tag}`,
  })
  if (isKnown) return reply.code(304).send()
  reply.type(TYPES.tar)
  return isSent ? downloads.send(reply, chained(first, parts)) : reply.send('')
}

async function firstOf(parts: AsyncGenerator<Uint8Array>): Promise<Uint8Array[]> {
  const first: Uint8Array[] = []
  let size = 0
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    first.push(Uint8Array.from(next.value))
    size += next.value.length
    if (size > SMALL) break
  }
  return first
}

async function* chained(first: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first
  yield* rest
}

/**
 * @param name The name of the file or directory in the archive.
 * @throws 406 `FORMAT_NOT_AVAILABLE`, 422 `MALFORMED_CONTENT`
 */
export async function* tarOf(content: Content, name: string, get: GetBlock): AsyncGenerator<Uint8Array> {
  const { value: most } = limits.maxBlocksPerGraph
  const links = new Set<string>()
  let count = 0
  let held = 0

  /** The path of an entry. It stays below the root, and leads through no symlink that was written before. */
  function pathIn(directory: string, entry: string): string {
    const path = posix.join(directory, entry)
    const extracted = extractedAs(path)
    if (![path, extracted].every((one) => one.startsWith(`${name}/`)) || path.includes('\0'))
      throw malformed(`${JSON.stringify(entry)} leads out of the directory that it is in`)
    for (let above = extracted; above.length > name.length; above = posix.dirname(above))
      if (links.has(above)) throw malformed(`${JSON.stringify(path)} leads through a symlink`)
    return path
  }
  async function* write(one: Content, path: string, depth: number): AsyncGenerator<Uint8Array> {
    if (one.cid.code !== DAG_PB && one.cid.code !== RAW) throw notInFormat(cidText(one.cid), 'tar')
    if (++count > most) throw malformed(`${name} has more than ${most} files and directories`)
    if (one.kind === 'directory') yield* writeDirectory(one, path, depth)
    else if (one.kind === 'symlink') {
      links.add(extractedAs(path))
      yield* headOf({ path, type: 'SymbolicLink', size: 0, mode: 0o777, linkpath: Buffer.from(one.bytes).toString() })
    } else yield* writeFile(one, path, get)
  }
  async function* writeDirectory(one: DirectoryContent, path: string, depth: number): AsyncGenerator<Uint8Array> {
    if (depth > MAX_DEPTH) throw malformed(`${name} is nested more than ${MAX_DEPTH} levels deep`)
    yield* headOf({ path: `${path}/`, type: 'Directory', size: 0, mode: 0o755 })
    for await (const { name: entry, cid } of namesIn(one, get)) {
      let size = 0
      const child = await openContent(cid, async (block) => {
        const bytes = await get(block)
        size = bytes.length
        return bytes
      })
      held += size
      if (held > MAX_OPEN_BYTES) throw malformed(`${name} has nested directories of more than ${MAX_OPEN_BYTES} bytes`)
      yield* write(child, pathIn(path, entry), depth + 1)
      held -= size
    }
  }
  yield* write(content, name, 0)
  yield Buffer.alloc(2 * BLOCK)
}

/** Equal for paths that may be the same file where an archive is extracted: Windows and macOS ignore case. */
const extractedAs = (path: string): string => posix.normalize(path.replaceAll('\\', '/')).normalize('NFC').toLowerCase()

async function* writeFile(file: FileContent, path: string, get: GetBlock): AsyncGenerator<Uint8Array> {
  yield* headOf({ path, type: 'File', size: file.size, mode: 0o644 })
  yield* readFile(file, { start: 0, end: file.size }, get)
  const beyond = file.size % BLOCK
  if (beyond > 0) yield Buffer.alloc(BLOCK - beyond)
}

interface Head {
  path: string
  type: 'File' | 'Directory' | 'SymbolicLink'
  size: number
  mode: number
  linkpath?: string
}

/** The header of an entry. Values that do not fit into it are in another header before it. Content has no times. */
function* headOf(head: Head): Generator<Uint8Array> {
  const header = new Header({ ...head, mtime: new Date(0), uid: 0, gid: 0 })
  const block = Buffer.alloc(BLOCK)
  if (header.encode(block)) {
    const { path, size, linkpath } = head
    yield new Pax({ path, size, ...(linkpath === undefined ? {} : { linkpath }) }).encode()
  }
  yield block
}
