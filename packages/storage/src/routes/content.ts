/** Routes that read content: by its identifier, by a file's identifier and name, or as blocks for other nodes. */
import { Readable } from 'node:stream'
import { collect, type Http, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { type Downloads, isDownload } from '../http/downloads.ts'
import { createTypeOf, type TypeOf } from '../http/file-types.ts'
import { contentHeaders } from '../http/media-type.ts'
import { parseRange } from '../http/ranges.ts'
import { answerTrustless, TrustlessQuery, trustlessTypes, wantsTrustless } from '../http/trustless.ts'
import { ContentPathIn, pathOf } from '../identifier/given-path.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import type { Settings } from '../settings.ts'
import type { Blocks, Order } from '../sources/blocks.ts'
import { type FileContent, openFile } from '../unixfs/content.ts'
import { type ByteRange, type GetBlock, readFile } from '../unixfs/dag.ts'
import { contentErrors } from './errors.ts'

const tags = ['content']
const UNKNOWN = 'application/octet-stream'
// Clients of IPFS gateways send parameters that not every gateway knows.
const open = { additionalProperties: true }
const FileQuery = Type.Object(
  { filename: Type.Optional(Type.String({ maxLength: 255, description: 'the name that it is to be saved under' })) },
  open,
)
export const ContentQuery = Type.Object(
  {
    ...FileQuery.properties,
    ...TrustlessQuery.properties,
  },
  open,
)
const bytes = (description: string, types: readonly string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: Type.Any() }])),
})
const NOT_MODIFIED = { description: 'Not modified' }
export const contentResponse = {
  200: bytes('the content, or a block or a CAR archive if that was asked for', [UNKNOWN, ...trustlessTypes]),
  206: bytes('the requested range', [UNKNOWN]),
  304: NOT_MODIFIED,
}
/** The media types that the API description lists. Files of other types are sent under theirs, too. */
const DETECTED = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'video/mp4',
  'audio/mpeg',
  'application/pdf',
  'application/json',
  'text/plain',
  UNKNOWN,
  '*/*',
]
const fileResponse = {
  200: bytes('the file, under the media type detected from its first bytes', DETECTED),
  206: bytes('the requested range, under the media type of the file', DETECTED),
  304: NOT_MODIFIED,
}

/**
 * Answers of one connection are sent one after the other. An answer that is not yet due reads no blocks: many such
 * answers would fill the memory.
 */
export async function inTurn(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { raw } = reply
  if (!raw.socket && !raw.closed)
    await new Promise<void>((resolve) => {
      raw.once('socket', () => resolve()).once('close', resolve)
    })
  return raw.closed ? reply.hijack() : undefined
}

export interface ContentDeps {
  blocks: Blocks
  downloads: Downloads
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
}

/** Answers with the content at a path: its bytes, or with `format` or `Accept` a single block or a CAR archive. */
export function createReadContent(deps: ContentDeps) {
  const content = createAnswer(deps, 'node first', async () => UNKNOWN)
  return (
    request: FastifyRequest<{ Querystring: Static<typeof ContentQuery> }>,
    reply: FastifyReply,
    path: ContentPath,
  ) => {
    const { format, filename } = request.query
    const wanted = wantsTrustless(format, request.headers.accept)
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept'].flat().join(', '))
    return wanted ? answerTrustless(request, reply, wanted, path, deps) : content(request, reply, path, filename)
  }
}

export function contentRoutes(http: Http, deps: ContentDeps): void {
  const readContent = createReadContent(deps)
  const file = createAnswer(deps, 'gateway first', createTypeOf())

  for (const url of ['/ipfs/:cid', '/ipfs/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler: inTurn,
        schema: {
          tags,
          summary: 'Read content',
          description:
            'Verified bytes, from this node if it has them, otherwise from a gateway. With `format` or `Accept`, a single block or a CAR archive.',
          params: ContentPathIn,
          querystring: ContentQuery,
          errors: [contentErrors, { 400: ['INVALID_PARAMETER'], 416: ['RANGE_NOT_SATISFIABLE'] }],
          response: contentResponse,
        },
      },
      async (request, reply) => readContent(request, reply, pathOf(request.params)),
    )

  for (const url of ['/ipfs/file/:cid', '/ipfs/file/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler: inTurn,
        schema: {
          tags,
          summary: 'Read a file with its media type',
          description:
            'Verified bytes under the media type detected from them, from a gateway if it has them, otherwise from this node.',
          params: ContentPathIn,
          querystring: FileQuery,
          errors: [contentErrors, { 416: ['RANGE_NOT_SATISFIABLE'] }],
          response: fileResponse,
        },
      },
      (request, reply) => file(request, reply, pathOf(request.params), request.query.filename),
    )
}

/** @param describe Returns the media type of a file. */
function createAnswer({ blocks, downloads, settings }: ContentDeps, order: Order, describe: TypeOf) {
  const sendFile = createSendFile(downloads, settings)
  return async (request: FastifyRequest, reply: FastifyReply, path: ContentPath, filename: string | undefined) => {
    const reader = blocks.reader(order)
    reply.raw.once('close', reader.close)
    const { get } = reader
    const file = await openFile(path, get)
    reader.keepAll(file.cid)
    const isGet = request.method === 'GET'
    if (isDownload(Math.max(file.held, isGet ? file.size : 0))) downloads.enter(request, reply)
    const isWhole = isGet && request.headers.range === undefined
    if (isWhole && isDownload(file.size) && file.links.count > 1) reader.expectAll(file.cid)
    const headers = contentHeaders(await describe(file, get), filename ?? path.path.at(-1) ?? cidText(file.cid))
    return sendFile(request, reply.headers(headers), file, get)
  }
}

function createSendFile(downloads: Downloads, { IPFS_TIMEOUT }: Pick<Settings, 'IPFS_TIMEOUT'>) {
  return async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileContent, get: GetBlock) {
    const tag = `"${cidText(file.cid)}"`
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
      // HEAD refuses whatever GET would refuse at once.
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
 * All parts, if the first was requested before. Unlike a variable of a generator, the first part is not held until the
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

/** Content under its own hash never changes, and neither does content at a path below it. */
const FOREVER = 'public, max-age=31536000, immutable'

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
  for (const name of ['content-disposition', 'content-length', 'etag']) reply.removeHeader(name)
  reply.header('cache-control', 'no-store')
}
