/**
 * Answers in verifiable blocks (https://specs.ipfs.tech/http-gateways/trustless-gateway/): archives for other nodes and
 * for clients that verify everything.
 */
import { createHash } from 'node:crypto'
import { CarWriter } from '@ipld/car'
import { badRequest, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CID } from 'multiformats/cid'
import { type Static, Type } from 'typebox'
import { inlined } from '../identifier/hash.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import { resolve } from '../unixfs/content.ts'
import { type GetBlock, visitInOrder } from '../unixfs/dag.ts'
import { type EntityBytes, visitEntity } from '../unixfs/entity.ts'
import { type Downloads, isDownload } from './downloads.ts'
import { parametersOf, TYPES } from './formats.ts'
import { namedAs } from './media-type.ts'
import { FOREVER } from './send-file.ts'

export const CarQuery = Type.Object({
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
  'car-version': Type.Optional(Type.Enum(['1'], { description: 'the version of a CAR' })),
  'car-order': Type.Optional(
    Type.Enum(['dfs', 'unk'], { description: 'the order of the blocks in a CAR; it is always `dfs`, depth first' }),
  ),
  'car-dups': Type.Optional(Type.Enum(['y', 'n'], { description: 'whether a CAR repeats a block wherever it occurs' })),
})
export type CarQuery = Static<typeof CarQuery>

interface Selection {
  scope: NonNullable<CarQuery['dag-scope']>
  bytes?: EntityBytes
  /** Whether a block comes again wherever a link leads to it. */
  repeats: boolean
}

/** @throws ApiError 400 `INVALID_PARAMETER` */
function selectionOf(query: CarQuery, accept: string | undefined): Selection {
  const { 'dag-scope': scope, 'entity-bytes': range } = query
  const accepted = parametersOf(accept, TYPES.car)
  const version = query['car-version'] ?? accepted.get('version') ?? '1'
  if (version !== '1')
    throw badRequest(
      'INVALID_PARAMETER',
      `Archives of version ${version.slice(0, 20)} are not supported: request version 1`,
    )
  const repeats = (query['car-dups'] ?? accepted.get('dups')) === 'y'
  return { ...scopeOf(scope, range), repeats }
}

function scopeOf(scope: Selection['scope'] | undefined, range: string | undefined): Omit<Selection, 'repeats'> {
  if (range === undefined) return { scope: scope ?? 'all' }
  const [from = 0, last = Number.NaN] = range.split(':').map(Number)
  const to = Number.isNaN(last) ? undefined : last
  if (to !== undefined && from < 0 === to < 0 && to < from)
    throw badRequest(
      'INVALID_PARAMETER',
      `entity-bytes=${range} ends before it begins: send from:to with from ≤ to, or from:* to read to the end`,
    )
  // Only an entity can have a range; other scopes have none.
  if (scope !== undefined && scope !== 'entity') return { scope }
  return from === 0 && to === undefined ? { scope: 'entity' } : { scope: 'entity', bytes: { from, to } }
}

/** The tag covers everything the answer depends on: two paths to the same content have different blocks before it. */
function tagOf(path: ContentPath, end: string, { scope, bytes, repeats }: Selection): string {
  if (path.path.length === 0 && scope === 'all' && !repeats) return `"${end}.car"`
  const whole = JSON.stringify([cidText(path.cid), path.path, scope, bytes?.from, bytes?.to, repeats])
  return `"${end}.car.${createHash('sha256').update(whole).digest('base64url').slice(0, 16)}"`
}

export async function answerCar(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: { path: ContentPath; query: CarQuery & { filename?: string }; get: GetBlock; downloads: Downloads },
) {
  const { path, query, get, downloads } = asked
  const selection = selectionOf(query, request.headers.accept)
  /** The blocks that show where the path leads, from its root on. */
  const onPath: CID[] = []
  let held = 0
  const { cid, roots } = await resolve(path, async (above) => {
    const bytes = await get(above)
    onPath.push(above)
    held += bytes.length
    return bytes
  })
  const { length } = await get(cid)
  const name = cidText(cid)
  const tag = tagOf(path, name, selection)
  const isKnown = namesTag(request.headers['if-none-match'] ?? '', tag)
  const isGiven = request.method === 'GET' && !isKnown
  // Called before the content's headers are set, because caches must not keep a refusal.
  if (isGiven && (selection.scope !== 'block' || isDownload(held + length))) downloads.enter(request, reply)
  reply.headers({
    'accept-ranges': 'none',
    'cache-control': FOREVER,
    'content-disposition': `attachment; ${namedAs(query.filename ?? `${name}.car`)}`,
    'x-content-type-options': 'nosniff',
    'x-ipfs-roots': roots.map(cidText).join(','),
    etag: tag,
  })
  if (isKnown) return reply.code(304).send()
  reply.type(`${TYPES.car}; version=1; order=dfs; dups=${selection.repeats ? 'y' : 'n'}`)
  return isGiven ? downloads.send(reply, carOf(cid, onPath, selection, get)) : reply.send('')
}

/** The blocks of the path, and then those at its end, depth first (https://ipld.io/specs/transport/car/carv1/). */
async function* carOf(
  root: CID,
  onPath: readonly CID[],
  selection: Selection,
  get: GetBlock,
): AsyncGenerator<Uint8Array> {
  const { writer, out } = CarWriter.create([root])
  const put = async (cid: CID, bytes: Uint8Array): Promise<void> => {
    // A block that is inlined in its identifier is not in archives.
    if (!inlined(cid)) await writer.put({ cid, bytes })
  }
  const write = async () => {
    try {
      for (const cid of onPath) await put(cid, await get(cid))
      for await (const { cid, bytes } of selected(root, selection, get)) await put(cid, bytes)
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
  { scope, bytes, repeats }: Selection,
  get: GetBlock,
): AsyncIterable<{ cid: CID; bytes: Uint8Array }> {
  if (scope === 'all') return visitInOrder(root, get, repeats)
  if (scope === 'entity') return visitEntity(root, get, { asked: bytes, repeats })
  return (async function* () {
    yield { cid: root, bytes: await get(root) }
  })()
}
