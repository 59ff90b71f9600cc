/** Sends a file's bytes, whole or in a range. */
import { Readable } from 'node:stream'
import { collect, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import type { FileContent } from '../unixfs/content.ts'
import { type ByteRange, type GetBlock, readFile } from '../unixfs/dag.ts'
import { type Downloads, isDownload } from './downloads.ts'
import { parseRange } from './ranges.ts'

/** Content under its own hash never changes, and neither does content at a path below it. */
export const FOREVER = 'public, max-age=29030400, immutable'

export type SendFile = ReturnType<typeof createSendFile>

export function createSendFile(downloads: Downloads, { IPFS_TIMEOUT }: Pick<Settings, 'IPFS_TIMEOUT'>) {
  /** @param tag The entity tag, in quotation marks. */
  return async (request: FastifyRequest, reply: FastifyReply, file: FileContent, get: GetBlock, tag: string) => {
    const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers
    reply.headers({ etag: tag, 'cache-control': FOREVER, 'accept-ranges': 'bytes' })
    if (known !== undefined && namesTag(known, tag)) return reply.code(304).send()
    // A range counts only for GET (RFC 9110 §14.2), and only if `If-Range` names this tag (§13.1.5).
    const isPart = request.method === 'GET' && (ifRange === undefined || ifRange === tag)
    const range = isPart ? parsed(asked, file.size, reply) : undefined
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${file.size}`)
    const { start, end } = range ?? { start: 0, end: file.size }
    reply.header('content-length', end - start)
    const fail = (error: unknown): never => {
      removeContentHeaders(reply)
      reply.removeHeader('content-range')
      throw error
    }
    const parts = readFile(file, { start, end }, get)
    if (request.method === 'HEAD') {
      // HEAD gets the same error as GET if the first part cannot be read.
      await parts.next().catch(fail)
      await parts.return(undefined)
      return reply.send(Readable.from([]))
    }
    if (!isDownload(end - start)) {
      const whole = await collect(parts).catch(fail)
      // The connection is closed if the client reads nothing for this long.
      reply.raw.setTimeout(IPFS_TIMEOUT)
      return reply.send(whole)
    }
    // If the first part cannot be read, the answer is still an error instead of a broken download.
    return downloads.send(reply, beginningWith(await parts.next().catch(fail), parts))
  }
}

/**
 * All parts, if the first was already requested. A generator with a variable for the first part would hold it until the
 * last one is sent.
 */
function beginningWith(
  first: IteratorResult<Uint8Array>,
  parts: AsyncGenerator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let begun: IteratorResult<Uint8Array> | undefined = first
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    const result = begun ? Promise.resolve(begun) : parts.next()
    begun = undefined
    return result
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: () => parts.return(undefined) }) }
}

function parsed(asked: string | undefined, size: number, reply: FastifyReply): ByteRange | undefined {
  try {
    return parseRange(asked, size)
  } catch (error) {
    removeContentHeaders(reply)
    reply.header('content-range', `bytes */${size}`)
    throw error
  }
}

/** An error is answered as JSON; no cache may keep it in place of the content. */
function removeContentHeaders(reply: FastifyReply): void {
  for (const name of ['content-disposition', 'content-length', 'content-location', 'etag', 'x-ipfs-roots'])
    reply.removeHeader(name)
  reply.header('cache-control', 'no-store')
}
