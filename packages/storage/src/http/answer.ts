/**
 * Answers requests for content as a gateway does (https://specs.ipfs.tech/http-gateways/path-gateway/): files,
 * directories, and blocks in the requested format. Formats are not converted into others (IPIP-524).
 */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { encode } from '@ipld/dag-json'
import { namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { contentNotFound, notCached, notInFormat } from '../errors.ts'
import { CBOR, type ContentPath, cidText, DAG_CBOR, DAG_JSON, JSON_CODEC } from '../identifier/identifier.ts'
import type { Settings } from '../settings.ts'
import type { BlockReader, Blocks, Order } from '../sources/blocks.ts'
import { SMALL } from '../streams/buffers.ts'
import {
  type Content,
  type DirectoryContent,
  type FileContent,
  inDirectory,
  openContent,
  resolve,
} from '../unixfs/content.ts'
import { readData } from '../unixfs/data.ts'
import { listPage } from '../unixfs/listing.ts'
import { bytesNode } from '../unixfs/unixfs.ts'
import { type Downloads, isDownload } from './downloads.ts'
import { createTypeOf } from './file-types.ts'
import { acceptedFormat, type Format, TYPES } from './formats.ts'
import { contentHeaders } from './media-type.ts'
import { dataPage, listingPage, pageHeaders } from './pages.ts'
import { createSendFile } from './send-file.ts'
import { answerTar } from './tar.ts'
import { answerCar, type CarQuery } from './trustless.ts'

/** The query of a request, as far as the answer depends on it. */
export interface AnswerQuery extends CarQuery {
  filename?: string
  download?: string
  limit?: number
  cursor?: string
  format?: Format
}

interface Asked {
  path: ContentPath
  query: AnswerQuery
  order: Order
}

export interface AnswerDeps {
  blocks: Blocks
  downloads: Downloads
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
}

/** The formats of blocks, with the codecs that have them. A block is answered as it is stored. */
const CODECS: Partial<Record<Format, readonly number[]>> = {
  'dag-json': [DAG_JSON],
  'dag-cbor': [DAG_CBOR],
  json: [JSON_CODEC, DAG_JSON],
  cbor: [CBOR, DAG_CBOR],
}
const EXTENSIONS = new Map<number, string>([
  [JSON_CODEC, '.json'],
  [DAG_JSON, '.json'],
  [CBOR, '.cbor'],
  [DAG_CBOR, '.cbor'],
])
const ENTRIES = 100
const INDEX = 'index.html'

export function createAnswer({ blocks, downloads, settings }: AnswerDeps) {
  const sendFile = createSendFile(downloads, settings)
  const typeOf = createTypeOf()

  /** Reads blocks of this node only, as answers in blocks do, so that two nodes never ask each other in a circle. */
  const ownReader = (reply: FastifyReply, missing: (cid: string) => Error): Omit<BlockReader, 'close'> => ({
    get: async (cid) => {
      if (reply.raw.closed) throw new Error('the reader has left')
      const bytes = await blocks.own(cid)
      if (bytes) return bytes
      throw missing(cidText(cid))
    },
    keepAll: () => {},
    expectAll: () => {},
  })

  function readerFor(request: FastifyRequest, reply: FastifyReply, order: Order, format: Format | undefined) {
    if (/\bonly-if-cached\b/i.test(request.headers['cache-control'] ?? '')) return ownReader(reply, notCached)
    if (format === 'raw' || format === 'car')
      return ownReader(reply, (cid) => contentNotFound(`${cid} is not on this node`))
    const reader = blocks.reader(order)
    reply.raw.once('close', reader.close)
    return reader
  }

  return async function answer(request: FastifyRequest, reply: FastifyReply, { path, query, order }: Asked) {
    const { accept } = request.headers
    const accepted = query.format ?? acceptedFormat(accept)
    const format = accepted === 'html' ? undefined : accepted
    const reader = readerFor(request, reply, order, format)
    const { get } = reader
    const [address = '', search = ''] = request.url.split('?', 2)
    reply.header('x-ipfs-path', address)
    if (format === 'car') return answerCar(request, reply, { path, query, get, downloads })
    const { cid, roots } = await resolve(path, get)
    const located = format !== undefined && query.format === undefined
    const begin = (): void => {
      reply.header('x-ipfs-roots', roots.map(cidText).join(','))
      if (located) reply.header('content-location', `${address}?${search ? `${search}&` : ''}format=${format}`)
    }
    const named = (extension: string): string => query.filename ?? path.path.at(-1) ?? cidText(cid) + extension
    const send = (file: FileContent, type: string, name: string, tag: string) => {
      begin()
      return sendFile(request, reply.headers(contentHeaders(type, name, query.download)), file, get, `"${tag}"`)
    }
    if (format === 'raw') {
      const block = await get(cid)
      if (request.method === 'GET' && isDownload(block.length)) downloads.enter(request, reply)
      const file: FileContent = { ...bytesNode(block), cid, held: 0 }
      return send(file, TYPES.raw, query.filename ?? `${cidText(cid)}.bin`, `${cidText(cid)}.raw`)
    }
    const content = await openContent(cid, get)
    if (format === 'tar') {
      begin()
      return answerTar(request, reply, { content, filename: query.filename, get, downloads })
    }
    if (content.kind === 'directory') return answerDirectory(content)
    return answerFile(content)

    async function answerFile(file: FileContent) {
      const text = cidText(file.cid)
      const { code } = file.cid
      const extension = EXTENSIONS.get(code) ?? ''
      if (accepted === 'html' && (code === DAG_JSON || code === DAG_CBOR)) return answerData(file)
      enter(file)
      const type = await typeOf(file, get)
      const isFormat =
        format !== undefined && (CODECS[format]?.includes(code) || (format === 'json' && type === TYPES.json))
      if (isFormat)
        return send(file, TYPES[format], query.filename ?? text + (extension || '.json'), `${text}.${format}`)
      refuseFormat()
      return send(file, type, named(extension), text)
    }

    /** Takes a place among the downloads, and announces that the whole file will be read. */
    function enter(file: FileContent): void {
      reader.keepAll(file.cid)
      const isGet = request.method === 'GET'
      if (isDownload(Math.max(file.held, isGet ? file.size : 0))) downloads.enter(request, reply)
      const isWhole = isGet && request.headers.range === undefined
      if (isWhole && isDownload(file.size) && file.links.count > 1) reader.expectAll(file.cid)
    }

    /** A client that also accepts other types gets the content as it is. */
    function refuseFormat(): void {
      if (format !== undefined && (query.format !== undefined || !accept?.includes('*/*')))
        throw notInFormat(cidText(cid), format)
    }

    async function answerDirectory(directory: DirectoryContent) {
      if (format === 'json') return answerListing(directory, 'json')
      refuseFormat()
      if (!address.endsWith('/')) {
        const location = `${address}/${search ? `?${search}` : ''}`
        return reply.code(301).header('location', location).send('')
      }
      const index = await inDirectory(directory.cid, INDEX, get)
      const content: Content | undefined = index && (await openContent(index, get))
      if (!content || content.kind === 'directory') return answerListing(directory, 'html')
      enter(content)
      return send(content, await typeOf(content, get), query.filename ?? INDEX, cidText(directory.cid))
    }

    async function answerListing(directory: DirectoryContent, as: 'html' | 'json') {
      const { limit = ENTRIES, cursor } = query
      const { entries, next } = await listPage(directory, { limit, cursor }, get, blocks.own)
      const after = next === undefined ? undefined : `?limit=${limit}&cursor=${next}`
      if (after) reply.header('link', `<${address}${after}>; rel="next"`)
      if (as === 'html') {
        const text = listingPage(decodedAddress(address), path.path.length === 0, { entries }, after)
        return answerPage(text, pageHeaders, 'DirIndex', directory.cid)
      }
      const listed = entries.map((entry) => ({ ...entry, cid: cidText(entry.cid) }))
      const text = JSON.stringify({ cid: cidText(directory.cid), entries: listed, next })
      return answerPage(text, { 'content-type': TYPES.json }, 'DirIndex', directory.cid)
    }

    function answerData(file: FileContent) {
      const format = file.cid.code === DAG_JSON ? 'dag-json' : 'dag-cbor'
      const text = file.size > SMALL ? undefined : readableData(file)
      return answerPage(dataPage(decodedAddress(address), text, format), pageHeaders, 'DagIndex', file.cid)
    }

    /** Pages are made here, and their tag depends on all of their text. No cache may keep one without asking again. */
    function answerPage(text: string, headers: Record<string, string>, kind: string, of: CID) {
      const body = Buffer.from(text)
      const tag = `"${kind}-${hash('sha256', body, 'base64url').slice(0, 16)}_CID-${cidText(of)}"`
      const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
      const isSent = request.method === 'GET' && !isKnown
      if (isSent && isDownload(body.length)) downloads.enter(request, reply)
      begin()
      reply.headers({ ...headers, etag: tag })
      if (isKnown) return reply.code(304).send()
      reply.header('content-length', body.length)
      if (!isSent) return reply.send(Readable.from([]))
      return isDownload(body.length) ? downloads.send(reply, Readable.from([body])) : reply.send(body)
    }
  }
}

/** Data as JSON with indentation. */
const readableData = ({ cid, bytes }: FileContent): string => {
  const value = readData(cid, bytes)
  const json = cid.code === DAG_JSON ? value : JSON.parse(Buffer.from(encode(value)).toString())
  return JSON.stringify(json, null, 2)
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
