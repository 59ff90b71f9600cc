/** A trustless gateway for other nodes, of what this node itself has: they check what they get, and never send us on to ask them. */
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CarWriter } from '@ipld/car'
import { ApiError } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { resolve } from './content.ts'
import { type GetBlock, visitInOrder } from './dag.ts'
import { contentNotFound } from './errors.ts'
import { type ContentPath, cidText } from './identifier.ts'
import { namesTag } from './ranges.ts'
import type { Service } from './service.ts'

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
) {
  const get: GetBlock = async (cid) => {
    const bytes = await blocks.own(cid)
    if (bytes) return bytes
    throw contentNotFound(`${cidText(cid)} is not on this node`)
  }
  const cid = await resolve(path, get)
  const root = await get(cid)
  const name = cidText(cid)
  const tag = `"${name}.${wanted}"`
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `attachment; filename="${name}.${wanted === 'raw' ? 'bin' : 'car'}"`,
    'x-content-type-options': 'nosniff',
    etag: tag,
  })
  if (namesTag(request.headers['if-none-match'] ?? '', tag)) return reply.code(304).send()
  if (wanted === 'raw') return reply.type(TYPES.raw).send(root)
  reply.type(`${TYPES.car}; version=1; order=dfs; dups=n`)
  return reply.send(request.method === 'HEAD' ? '' : carOf(cid, get))
}

/** All blocks below `root`, depth first (https://ipld.io/specs/transport/car/carv1/). */
function carOf(root: CID, get: GetBlock): Readable {
  const { writer, out } = CarWriter.create([root])
  const stream = new PassThrough()
  const write = async () => {
    for await (const block of visitInOrder(root, get)) await writer.put(block)
    await writer.close()
  }
  pipeline(Readable.from(out), stream).catch(() => {})
  write().catch((error) => stream.destroy(error instanceof ApiError ? error : new Error('the CAR breaks off')))
  return stream
}
