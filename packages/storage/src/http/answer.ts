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
import { createTypeOf, type TypeOf } from './file-types.ts'
import { acceptedFormat, type Format, TYPES } from './formats.ts'
import { contentHeaders } from './media-type.ts'
import { dataPage, listingPage, pageHeaders } from './pages.ts'
import { createSendFile, type SendFile } from './send-file.ts'
import { answerTar } from './tar.ts'
import { answerCar, type CarQuery } from './trustless.ts'

/** The parts of the query that the answer depends on. */
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

/** The codecs of the blocks that each format may contain. A block is sent as it is stored. */
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

/** The dependencies of all answers. */
interface Tools {
  blocks: Blocks
  downloads: Downloads
  sendFile: SendFile
  typeOf: TypeOf
}

/** A request whose path has been followed. */
interface Found extends Asked {
  request: FastifyRequest
  reply: FastifyReply
  /** The address as it was requested, and the query in it. */
  address: string
  search: string
  /** The requested format; `isPage`: whether the client prefers a page for people. */
  format: Format | undefined
  isPage: boolean
  reader: OpenReader
  cid: CID
  roots: CID[]
}
type OpenReader = Omit<BlockReader, 'close'>

export function createAnswer({ blocks, downloads, settings }: AnswerDeps) {
  const tools = { blocks, downloads, sendFile: createSendFile(downloads, settings), typeOf: createTypeOf() }
  async function answer(request: FastifyRequest, reply: FastifyReply, asked: Asked) {
    const { path, query } = asked
    const accepted = query.format ?? acceptedFormat(request.headers.accept)
    const format = accepted === 'html' ? undefined : accepted
    const reader = readerFor(blocks, request, reply, asked.order, format)
    const [address = '', search = ''] = request.url.split('?', 2)
    reply.header('x-ipfs-path', address)
    if (format === 'car') return answerCar(request, reply, { path, query, get: reader.get, downloads })
    const { cid, roots } = await resolve(path, reader.get)
    const isPage = accepted === 'html'
    const found = { ...asked, request, reply, address, search, format, isPage, reader, cid, roots }
    if (format === 'raw') return answerBlock(tools, found)
    const content = await openContent(cid, reader.get)
    if (format === 'tar') {
      begin(found)
      return answerTar(request, reply, { content, filename: query.filename, get: reader.get, downloads })
    }
    return content.kind === 'directory' ? answerDirectory(tools, found, content) : answerFile(tools, found, content)
  }
  return async (request: FastifyRequest, reply: FastifyReply, asked: Asked) => {
    try {
      return await answer(request, reply, asked)
    } catch (error) {
      // No cache may keep an error in place of the content.
      reply.header('cache-control', 'no-store')
      throw error
    }
  }
}

function readerFor(
  blocks: Blocks,
  request: FastifyRequest,
  reply: FastifyReply,
  order: Order,
  format: Format | undefined,
): OpenReader {
  if (/\bonly-if-cached\b/i.test(request.headers['cache-control'] ?? '')) return ownReader(blocks, reply, notCached)
  if (format === 'raw' || format === 'car')
    return ownReader(blocks, reply, (cid) => contentNotFound(`${cid} is not on this node`))
  const reader = blocks.reader(order)
  reply.raw.once('close', reader.close)
  return reader
}

/**
 * Reads only this node's blocks. All answers that consist of blocks do so, so that two nodes do not ask each other for
 * ever.
 */
const ownReader = (blocks: Blocks, reply: FastifyReply, missing: (cid: string) => Error): OpenReader => ({
  get: async (cid) => {
    if (reply.raw.closed) throw new Error('the reader has left')
    const bytes = await blocks.own(cid)
    if (bytes) return bytes
    throw missing(cidText(cid))
  },
  keepAll: () => {},
  expectAll: () => {},
})

/** Sets the headers that a successful answer has in any format. */
function begin({ reply, roots, format, query, address, search }: Found): void {
  reply.header('x-ipfs-roots', roots.map(cidText).join(','))
  if (format !== undefined && query.format === undefined)
    reply.header('content-location', `${address}?${search ? `${search}&` : ''}format=${format}`)
}

interface Sent {
  type: string
  name: string
  tag: string
}

function send({ sendFile }: Tools, found: Found, file: FileContent, { type, name, tag }: Sent) {
  const { request, reply, query, reader } = found
  begin(found)
  return sendFile(request, reply.headers(contentHeaders(type, name, query.download)), file, reader.get, `"${tag}"`)
}

async function answerBlock(tools: Tools, found: Found) {
  const { request, reply, query, cid, reader } = found
  const block = await reader.get(cid)
  if (request.method === 'GET' && isDownload(block.length)) tools.downloads.enter(request, reply)
  const text = cidText(cid)
  const sent = { type: TYPES.raw, name: query.filename ?? `${text}.bin`, tag: `${text}.raw` }
  return send(tools, found, { ...bytesNode(block), cid, held: 0 }, sent)
}

async function answerFile(tools: Tools, found: Found, file: FileContent) {
  const { format, query, path, reader, isPage } = found
  const text = cidText(file.cid)
  const { code } = file.cid
  if (isPage && (code === DAG_JSON || code === DAG_CBOR)) return answerData(tools, found, file)
  enter(tools, found, file)
  const type = await tools.typeOf(file, reader.get)
  const extension = EXTENSIONS.get(code)
  if (format && (CODECS[format]?.includes(code) || (format === 'json' && type === TYPES.json))) {
    const name = query.filename ?? text + (extension ?? '.json')
    return send(tools, found, file, { type: TYPES[format], name, tag: `${text}.${format}` })
  }
  refuseFormat(found)
  const name = query.filename ?? path.path.at(-1) ?? text + (extension ?? '')
  return send(tools, found, file, { type, name, tag: text })
}

/** Takes a place among the downloads, and announces that the whole file will be read. */
function enter({ downloads }: Tools, { request, reply, reader }: Found, file: FileContent): void {
  reader.keepAll(file.cid)
  const isGet = request.method === 'GET'
  if (isDownload(Math.max(file.held, isGet ? file.size : 0))) downloads.enter(request, reply)
  const isWhole = isGet && request.headers.range === undefined
  if (isWhole && isDownload(file.size) && file.links.count > 1) reader.expectAll(file.cid)
}

/** A client that also accepts other types gets the content as it is. @throws 406 `FORMAT_NOT_AVAILABLE` */
function refuseFormat({ request, format, query, cid }: Found): void {
  if (format !== undefined && (query.format !== undefined || !request.headers.accept?.includes('*/*')))
    throw notInFormat(cidText(cid), format)
}

async function answerDirectory(tools: Tools, found: Found, directory: DirectoryContent) {
  const { reply, format, query, address, search, reader } = found
  if (format === 'json') return answerListing(tools, found, directory, 'json')
  refuseFormat(found)
  if (!address.endsWith('/')) {
    const location = `${address}/${search ? `?${search}` : ''}`
    return reply.code(301).header('location', location).send('')
  }
  const index = await inDirectory(directory.cid, INDEX, reader.get)
  const content: Content | undefined = index && (await openContent(index, reader.get))
  if (!content || content.kind === 'directory') return answerListing(tools, found, directory, 'html')
  enter(tools, found, content)
  const type = await tools.typeOf(content, reader.get)
  return send(tools, found, content, { type, name: query.filename ?? INDEX, tag: cidText(directory.cid) })
}

async function answerListing(tools: Tools, found: Found, directory: DirectoryContent, as: 'html' | 'json') {
  const { reply, query, path, address, reader } = found
  const { limit = ENTRIES, cursor } = query
  const { entries, next } = await listPage(directory, { limit, cursor }, reader.get, tools.blocks.own)
  const after = next === undefined ? undefined : `?limit=${limit}&cursor=${next}`
  if (after) reply.header('link', `<${address}${after}>; rel="next"`)
  const kind = { kind: 'DirIndex', of: directory.cid }
  if (as === 'html') {
    const text = listingPage(decodedAddress(address), path.path.length === 0, { entries }, after)
    return answerPage(tools, found, { ...kind, text, headers: pageHeaders })
  }
  const listed = entries.map((entry) => ({ ...entry, cid: cidText(entry.cid) }))
  const text = JSON.stringify({ cid: cidText(directory.cid), entries: listed, next })
  return answerPage(tools, found, { ...kind, text, headers: { 'content-type': TYPES.json } })
}

function answerData(tools: Tools, found: Found, file: FileContent) {
  const format = file.cid.code === DAG_JSON ? 'dag-json' : 'dag-cbor'
  const text = dataPage(decodedAddress(found.address), file.size > SMALL ? undefined : readableData(file), format)
  return answerPage(tools, found, { kind: 'DagIndex', of: file.cid, text, headers: pageHeaders })
}

interface Made {
  text: string
  headers: Record<string, string>
  /** The beginning of the entity tag, and the content that the page is about. */
  kind: string
  of: CID
}

/** Pages are made here, and their tag depends on all of their text. No cache may keep one without asking again. */
function answerPage({ downloads }: Tools, found: Found, { text, headers, kind, of }: Made) {
  const { request, reply } = found
  const body = Buffer.from(text)
  const tag = `"${kind}-${hash('sha256', body, 'base64url').slice(0, 16)}_CID-${cidText(of)}"`
  const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
  const isSent = request.method === 'GET' && !isKnown
  if (isSent && isDownload(body.length)) downloads.enter(request, reply)
  begin(found)
  reply.headers({ ...headers, etag: tag })
  if (isKnown) return reply.code(304).send()
  reply.header('content-length', body.length)
  if (!isSent) return reply.send(Readable.from([]))
  return isDownload(body.length) ? downloads.send(reply, Readable.from([body])) : reply.send(body)
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
