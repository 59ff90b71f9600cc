/**
 * A trustless gateway for other nodes (https://specs.ipfs.tech/http-gateways/trustless-gateway/). It serves only blocks
 * that this node has, so that two nodes never ask each other in a circle.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { CarWriter } from '@ipld/car'
import { badRequest, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { type Static, Type } from 'typebox'
import { contentNotFound } from '../errors.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import type { Blocks } from '../sources/blocks.ts'
import { resolve } from '../unixfs/content.ts'
import { type GetBlock, visitInOrder } from '../unixfs/dag.ts'
import { type EntityBytes, visitEntity } from '../unixfs/entity.ts'
import { type Downloads, isDownload } from './downloads.ts'

export const TrustlessQuery = Type.Object({
  format: Type.Optional(Type.Enum(['raw', 'car'], { description: 'a block, or several as CAR, for other nodes' })),
  'dag-scope': Type.Optional(
    Type.Enum(['block', 'entity', 'all'], {
      description:
        "blocks of a CAR in addition to those of the path: the block at its end; those of the file or of the directory's list of names; or all below it (default)",
    }),
  ),
  'entity-bytes': Type.Optional(
    Type.String({
      pattern: '^-?[0-9]{1,15}:([*]|-?[0-9]{1,15})$',
      examples: ['0:1023'],
      description:
        'of a CAR, the bytes of a file whose blocks are sent, `from:to`: both inclusive, negative ones from the end, `*` for the last; dag-scope is `entity` then',
    }),
  ),
})
type TrustlessQuery = Static<typeof TrustlessQuery>
export type Trustless = NonNullable<TrustlessQuery['format']>

const TYPES: Record<Trustless, string> = { raw: 'application/vnd.ipld.raw', car: 'application/vnd.ipld.car' }
export const trustlessTypes = Object.values(TYPES)

export function wantsTrustless(format: Trustless | undefined, accept = ''): Trustless | undefined {
  if (format) return format
  if (accept.includes(TYPES.raw)) return 'raw'
  return accept.includes(TYPES.car) ? 'car' : undefined
}

interface Selection {
  scope: NonNullable<TrustlessQuery['dag-scope']>
  bytes?: EntityBytes
}

/** @throws ApiError 400 `INVALID_PARAMETER` */
function selectionOf(query: TrustlessQuery): Selection {
  const { 'dag-scope': scope, 'entity-bytes': range } = query
  if (range === undefined) return { scope: scope ?? 'all' }
  const [from = 0, last = Number.NaN] = range.split(':').map(Number)
  const to = Number.isNaN(last) ? undefined : last
  if (to !== undefined && from < 0 === to < 0 && to < from)
    throw badRequest(
      'INVALID_PARAMETER',
      `entity-bytes=${range} ends before it begins: send from:to with from at most to, or * for the last byte`,
    )
  // Only an entity can have a range; other scopes have none.
  if (scope !== undefined && scope !== 'entity') return { scope }
  return from === 0 && to === undefined ? { scope: 'entity' } : { scope: 'entity', bytes: { from, to } }
}

/** Names everything the answer depends on: two paths to the same content have different blocks before it. */
function tagOf(wanted: Trustless, path: ContentPath, end: string, { scope, bytes }: Selection): string {
  if (wanted === 'raw' || (path.path.length === 0 && scope === 'all')) return `"${end}.${wanted}"`
  const whole = JSON.stringify([cidText(path.cid), path.path, scope, bytes?.from, bytes?.to])
  return `"${end}.car.${createHash('sha256').update(whole).digest('base64url').slice(0, 16)}"`
}

export async function answerTrustless(
  request: FastifyRequest<{ Querystring: TrustlessQuery }>,
  reply: FastifyReply,
  wanted: Trustless,
  path: ContentPath,
  { blocks, downloads }: { blocks: Blocks; downloads: Downloads },
) {
  const get: GetBlock = async (cid) => {
    if (reply.raw.closed) throw new Error('the reader has left')
    const bytes = await blocks.own(cid)
    if (bytes) return bytes
    throw contentNotFound(`${cidText(cid)} is not on this node`)
  }
  const selection = selectionOf(request.query)
  /** The blocks that show where the path leads, from its root on. */
  const onPath: CID[] = []
  let held = 0
  const cid = await resolve(path, async (above) => {
    const bytes = await get(above)
    onPath.push(above)
    held += bytes.length
    return bytes
  })
  const root = await get(cid)
  const { length } = root
  const name = cidText(cid)
  const tag = tagOf(wanted, path, name, selection)
  const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
  const isGiven = request.method === 'GET' && !isKnown
  // Called before the content's headers are set, because caches must not keep a refusal.
  const isGraph = wanted === 'car' && selection.scope !== 'block'
  if (isGiven && (isGraph || isDownload(wanted === 'car' ? held + length : length))) downloads.enter(request, reply)
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': `attachment; filename="${name}.${wanted === 'raw' ? 'bin' : 'car'}"`,
    'x-content-type-options': 'nosniff',
    etag: tag,
  })
  if (isKnown) return reply.code(304).send()
  if (wanted === 'car') {
    reply.type(`${TYPES.car}; version=1; order=dfs; dups=n`)
    return isGiven ? downloads.send(reply, carOf(cid, onPath, selection, get)) : reply.send('')
  }
  reply.type(TYPES.raw).header('content-length', length)
  if (!isGiven) return reply.send('')
  return isDownload(length) ? downloads.send(reply, Readable.from([root])) : reply.send(root)
}

/** The blocks of the path, and then those at its end, depth first (https://ipld.io/specs/transport/car/carv1/). */
async function* carOf(
  root: CID,
  onPath: readonly CID[],
  selection: Selection,
  get: GetBlock,
): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root])
  const write = async () => {
    try {
      for (const cid of onPath) await writer.put({ cid, bytes: await get(cid) })
      for await (const block of selected(root, selection, get)) await writer.put(block)
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

function selected(
  root: CID,
  { scope, bytes }: Selection,
  get: GetBlock,
): AsyncIterable<{ cid: CID; bytes: Uint8Array }> {
  if (scope === 'all') return visitInOrder(root, get)
  if (scope === 'entity') return visitEntity(root, get, bytes)
  return (async function* () {
    yield { cid: root, bytes: await get(root) }
  })()
}
