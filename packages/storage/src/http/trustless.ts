/**
 * A trustless gateway for other nodes. It serves only blocks that this node has, so that two nodes never ask each other
 * in a circle.
 */
import { CarWriter } from '@ipld/car'
import { addressOf, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { contentNotFound } from '../errors.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import type { Service } from '../service.ts'
import { BUFFER, pieceOf } from '../streams/buffers.ts'
import { resolve } from '../unixfs/content.ts'
import { type GetBlock, visitInOrder } from '../unixfs/dag.ts'
import { type Downloads, isDownload } from './downloads.ts'

export type Trustless = 'raw' | 'car'

const TYPES: Record<Trustless, string> = { raw: 'application/vnd.ipld.raw', car: 'application/vnd.ipld.car' }

export function wantsTrustless(format: Trustless | undefined, accept = ''): Trustless | undefined {
  if (format) return format
  if (accept.includes(TYPES.raw)) return 'raw'
  return accept.includes(TYPES.car) ? 'car' : undefined
}

export async function answerTrustless(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Trustless,
  path: ContentPath,
  { blocks }: Service,
  downloads: Downloads,
) {
  const get: GetBlock = async (cid) => {
    if (reply.raw.closed) throw new Error('nobody reads any more')
    const bytes = await blocks.own(cid, addressOf(request))
    if (bytes) return bytes
    throw contentNotFound(`${cidText(cid)} is not on this node`)
  }
  const cid = await resolve(path, get)
  let root: Uint8Array | undefined = await get(cid)
  const { length } = root
  const name = cidText(cid)
  const tag = `"${name}.${wanted}"`
  const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
  const isGiven = request.method === 'GET' && !isKnown
  // Called before the content's headers are set: a refusal is no content, and caches must not keep it.
  if (isGiven && wanted === 'car') downloads.enterArchive(request, reply)
  else if (isGiven && isDownload(length)) downloads.enter(request, reply)
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `attachment; filename="${name}.${wanted === 'raw' ? 'bin' : 'car'}"`,
    'x-content-type-options': 'nosniff',
    etag: tag,
  })
  if (isKnown) return reply.code(304).send()
  if (wanted === 'car') {
    reply.type(`${TYPES.car}; version=1; order=dfs; dups=n`)
    root = undefined
    return isGiven ? downloads.send(reply, () => carOf(cid, get)) : reply.send('')
  }
  reply.type(TYPES.raw).header('content-length', length)
  if (!isGiven) return reply.send('')
  if (!isDownload(length)) return reply.send(root)
  const piece = async (from: number): Promise<Uint8Array> => {
    const all = root ?? (await get(cid))
    root = undefined
    return pieceOf(all, from)
  }
  return downloads.send(reply, async function* () {
    for (let from = 0; from < length; from += BUFFER) yield await piece(from)
  })
}

/** All blocks below `root`, depth first (https://ipld.io/specs/transport/car/carv1/). */
async function* carOf(root: CID, get: GetBlock): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root])
  const write = async () => {
    try {
      for await (const block of visitInOrder(root, get)) await writer.put(block)
    } finally {
      await writer.close()
    }
  }
  const written = write()
  // The error is reported after all that was written is sent.
  written.catch(() => {})
  yield* out
  await written
}
