/** Routes that read content: by its identifier, by a file's identifier and name, or as blocks for other nodes. */
import { addVary, badRequest, type Http, PageQuery } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { createAnswer } from '../http/answer.ts'
import type { Downloads } from '../http/downloads.ts'
import { FormatIn, TYPES } from '../http/formats.ts'
import { CarQuery } from '../http/trustless.ts'
import { ContentPathIn, pathOf } from '../identifier/given-path.ts'
import type { Settings } from '../settings.ts'
import type { Blocks } from '../sources/blocks.ts'
import { CURSOR } from '../unixfs/listing.ts'
import { contentErrors, gatewayErrors } from './errors.ts'

const tags = ['content']
const UNKNOWN = 'application/octet-stream'
// Clients of IPFS gateways send parameters that not every gateway knows.
const open = { additionalProperties: true }
const FileQuery = Type.Object(
  {
    filename: Type.Optional(Type.String({ maxLength: 255, description: 'the name for the saved file' })),
    download: Type.Optional(
      Type.String({ maxLength: 16, description: '`true` makes browsers save it instead of showing it' }),
    ),
    limit: Type.Optional({ ...PageQuery.properties.limit, description: 'of a directory, the entries on a page' }),
    cursor: Type.Optional(
      Type.String({
        maxLength: 128,
        pattern: CURSOR,
        examples: ['99'],
        description: 'of a directory, `next` of the page before',
      }),
    ),
  },
  open,
)
export const ContentQuery = Type.Object({ ...FileQuery.properties, format: FormatIn, ...CarQuery.properties }, open)
export type ContentQuery = Static<typeof ContentQuery>

const Listing = Type.Object({
  cid: Type.String({ description: 'the identifier of the directory' }),
  entries: Type.Array(
    Type.Object({
      name: Type.String(),
      cid: Type.String({ description: 'the identifier of the entry' }),
      size: Type.Union([Type.Integer(), Type.Null()], { description: 'bytes of a file; null for other types' }),
      type: Type.Enum(['file', 'directory', 'symlink', 'data', 'unknown'], {
        description:
          '`data` is dag-cbor or dag-json; `unknown` if the first block of the entry is not on this node, or is of no known type',
      }),
    }),
    { description: 'the names in the directory' },
  ),
  next: Type.Optional(Type.String({ description: 'the cursor of the next page, if there is one' })),
})

const bytes = (description: string, types: readonly string[]) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: Type.Any() }])),
})
const NOT_MODIFIED = { description: 'Not modified' }
const REDIRECT = { description: 'A directory, without a slash at the end of its address' }
/** The media types that the API description lists. Files of other types are also sent, with their own type. */
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
  'text/html',
  UNKNOWN,
  '*/*',
]
const responseOf = (types: readonly string[]) => ({
  200: bytes('the content', types),
  206: bytes('the requested range', types),
  301: REDIRECT,
  304: NOT_MODIFIED,
})
const fileResponse = responseOf(DETECTED)
const { json: _, ...formats } = TYPES
const byContent = responseOf([UNKNOWN, '*/*', ...Object.values(formats)])
export const contentResponse = {
  ...byContent,
  200: {
    description: 'the content; of a directory, its names as `application/json`',
    content: { ...byContent[200].content, 'application/json': { schema: Listing } },
  },
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

/** No stored script may become a service worker, which would answer for the platform's own pages. */
export async function refuseServiceWorkers({ headers }: FastifyRequest): Promise<void> {
  if (headers['service-worker'] === undefined) return
  throw badRequest('SERVICE_WORKER_REFUSED', 'Browsers cannot load stored content as a service worker')
}

export interface ContentDeps {
  blocks: Blocks
  downloads: Downloads
  settings: Pick<Settings, 'IPFS_TIMEOUT'>
}

export function contentRoutes(http: Http, deps: ContentDeps): void {
  const answer = createAnswer(deps)
  const preHandler = [refuseServiceWorkers, inTurn]

  for (const url of ['/ipfs/:cid', '/ipfs/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler,
        schema: {
          tags,
          summary: 'Read content',
          description:
            'Verified content, from this node if it has it, otherwise from a gateway. A directory is answered with its index.html, or else with its names: as HTML, or as JSON if `Accept` is application/json. Other formats by `format` or `Accept`.',
          params: ContentPathIn,
          querystring: ContentQuery,
          errors: [contentErrors, gatewayErrors, { 400: ['INVALID_PARAMETER'] }],
          response: contentResponse,
        },
      },
      async (request, reply) => {
        addVary(reply, 'accept')
        const { query } = request
        return answer(request, reply, { path: pathOf(request.params), query, order: 'node first' })
      },
    )

  for (const url of ['/ipfs/file/:cid', '/ipfs/file/:cid/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler,
        schema: {
          tags,
          summary: 'Read a file',
          description: 'As `/ipfs/{cid}`, but from a gateway if it has it, otherwise from this node.',
          params: ContentPathIn,
          querystring: FileQuery,
          errors: [contentErrors, gatewayErrors],
          response: fileResponse,
        },
      },
      async (request, reply) => {
        addVary(reply, 'accept')
        const { format: _, ...query } = request.query as ContentQuery
        return answer(request, reply, { path: pathOf(request.params), query, order: 'gateway first' })
      },
    )
}
