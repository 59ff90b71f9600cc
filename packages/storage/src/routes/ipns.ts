/**
 * Reads of content by a name (https://specs.ipfs.tech/http-gateways/path-gateway/), and the records of names by the
 * Delegated Routing HTTP API (https://specs.ipfs.tech/routing/http-routing-v1/).
 */
import { createHash } from 'node:crypto'
import { ApiError, addVary, badRequest, type Http, namesTag } from '@quorate/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { nameNotFound } from '../errors.ts'
import { createAnswer } from '../http/answer.ts'
import { below } from '../identifier/given-path.ts'
import { limits } from '../limits.ts'
import type { Names } from '../names/names.ts'
import type { KnownRecord, Records } from '../names/records.ts'
import { type Resolve, readName } from '../names/resolve.ts'
import { RECORD_TYPE } from '../names/routers.ts'
import { type ContentDeps, ContentQuery, contentResponse, inTurn, refuseServiceWorkers } from './content.ts'
import { contentErrors, gatewayErrors } from './errors.ts'
import { ipnsNameIn } from './names.ts'

const RECORD_FORMAT = 'ipns-record'
const PathIn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300, description: 'an IPNS name, or a domain with DNSLink' }),
  '*': Type.Optional(Type.String({ maxLength: 4096, description: 'a path below the content' })),
})
const RoutedIn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 300, description: 'an IPNS name, as an identifier of version 1' }),
})
const NameQuery = Type.Object(
  {
    ...ContentQuery.properties,
    format: Type.Optional(
      Type.Enum([...ContentQuery.properties.format.enum, RECORD_FORMAT], {
        description: 'a block, several as CAR, or the signed record of the name',
      }),
    ),
  },
  { additionalProperties: true },
)
const recordResponse = {
  description: 'the signed record',
  content: { [RECORD_TYPE]: { schema: Type.Any() } },
}

interface IpnsDeps extends ContentDeps {
  names: Names
  records: Records
  resolveName: Resolve
}

export async function ipnsRoutes(http: Http, deps: IpnsDeps): Promise<void> {
  readRoutes(http, deps)
  await routingRoutes(http, deps)
}

function readRoutes(http: Http, deps: IpnsDeps): void {
  const { records, resolveName } = deps
  const answer = createAnswer(deps)
  for (const url of ['/ipns/:name', '/ipns/:name/*'])
    http.get(
      url,
      {
        config: { access: 'public' },
        preHandler: [refuseServiceWorkers, inTurn],
        onSend: async (request, reply) => mayChange(request, reply),
        schema: {
          tags: ['names'],
          summary: 'Read content by a name',
          description:
            'The content that the name leads to, as at /ipfs. The record of the name is verified. With the format `ipns-record`, the record itself, if a wallet keeps the name on this node.',
          params: PathIn,
          querystring: NameQuery,
          errors: [
            contentErrors,
            gatewayErrors,
            {
              400: ['INVALID_NAME', 'INVALID_PARAMETER'],
              404: ['NAME_NOT_FOUND'],
              422: ['DNSLINK_OFF', 'NAME_LEADS_NOWHERE'],
              504: ['NAME_TIMEOUT'],
            },
          ],
          response: contentResponse,
        },
      },
      async (request, reply) => {
        const { name: text, '*': rest = '' } = request.params
        const { format, ...query } = request.query
        const name = readName(text)
        if (format === RECORD_FORMAT || (format === undefined && request.headers.accept?.includes(RECORD_TYPE))) {
          if ('domain' in name || rest !== '')
            throw badRequest('INVALID_PARAMETER', 'A record belongs to an IPNS name: send the name without a path')
          return sendRecord(request, reply, name.name, await recordIn(records, name.name))
        }
        const { content, maxAgeMs } = await resolveName(name)
        ages.set(request, maxAgeMs)
        addVary(reply, 'accept')
        return answer(request, reply, {
          path: below(content, rest),
          query: format === undefined ? query : { ...query, format },
          order: 'node first',
        })
      },
    )
}

/** How long an answer may be kept, in milliseconds. */
const ages = new WeakMap<FastifyRequest, number>()

/** The content of a name may change, so an answer is cached only as long as its record says. */
function mayChange(request: FastifyRequest, reply: FastifyReply): void {
  const maxAgeMs = ages.get(request)
  if (maxAgeMs === undefined) return
  if (String(reply.getHeader('cache-control')).includes('immutable'))
    reply.header('cache-control', `public, max-age=${Math.floor(maxAgeMs / 1000)}`)
}

/** @throws 404 `NAME_NOT_FOUND` */
async function recordIn(records: Records, name: string): Promise<{ record: KnownRecord; maxAgeMs: number }> {
  const record = await records.stored(name)
  if (!record) throw nameNotFound(`No wallet keeps ${name} on this node, or its record has expired`)
  return { record, maxAgeMs: records.maxAge(record) }
}

function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { record: { bytes }, maxAgeMs }: { record: KnownRecord; maxAgeMs: number },
) {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  reply.headers({
    etag,
    'cache-control': `public, max-age=${Math.floor(maxAgeMs / 1000)}`,
  })
  addVary(reply, 'accept')
  const { 'if-none-match': known } = request.headers
  if (known !== undefined && namesTag(known, etag)) return reply.code(304).send()
  reply.headers({
    'content-type': RECORD_TYPE,
    'content-disposition': `attachment; filename="${name}.ipns-record"`,
    'x-content-type-options': 'nosniff',
  })
  return reply.send(Buffer.from(bytes))
}

async function routingRoutes(http: Http, { names, records }: IpnsDeps): Promise<void> {
  http.get(
    '/routing/v1/ipns/:name',
    {
      config: { access: 'public' },
      schema: {
        tags: ['names'],
        summary: 'Get the record of a name',
        description:
          'The Delegated Routing HTTP API of IPFS. Gives the records of names that wallets keep on this node, and asks no other router.',
        params: RoutedIn,
        errors: { 400: ['INVALID_NAME'], 404: ['NAME_NOT_FOUND'], 406: ['NOT_ACCEPTABLE'] },
        response: { 200: recordResponse, 304: { description: 'Not modified' } },
      },
    },
    async (request, reply) => {
      const { accept = '*/*' } = request.headers
      if (!accept.includes(RECORD_TYPE) && !accept.includes('*/*') && !accept.includes('application/*'))
        throw new ApiError(406, 'NOT_ACCEPTABLE', `Only the record itself is sent: send Accept: ${RECORD_TYPE}`)
      const { name } = ipnsNameIn(request.params.name)
      return sendRecord(request, reply, name, await recordIn(records, name))
    },
  )

  await http.register(async (scope) => {
    scope.addContentTypeParser(
      RECORD_TYPE,
      { parseAs: 'buffer', bodyLimit: limits.maxRecordBytes.value },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    scope.put(
      '/routing/v1/ipns/:name',
      {
        config: { access: 'public', streamedBody: Type.Any() },
        schema: {
          tags: ['names'],
          summary: 'Update the record of a name',
          description:
            'The Delegated Routing HTTP API of IPFS. Takes newer records of names that a wallet keeps on this node. A wallet begins to keep a name with `POST /ipfs/names`.',
          consumes: [RECORD_TYPE],
          params: RoutedIn,
          errors: {
            400: ['INVALID_NAME', 'IPNS_RECORD_EXPIRED', 'IPNS_RECORD_INVALID'],
            403: ['NAME_NOT_KEPT'],
            409: ['IPNS_RECORD_OUTDATED'],
            413: ['BODY_TOO_LARGE'],
            415: ['UNSUPPORTED_MEDIA_TYPE'],
          },
          response: { 200: Type.Object({}, { description: 'The record was stored, or was stored before' }) },
        },
      },
      async ({ params, body }) => {
        const name = ipnsNameIn((params as Static<typeof RoutedIn>).name)
        if (!Buffer.isBuffer(body))
          throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', `Send the record with Content-Type: ${RECORD_TYPE}`)
        await names.update(name, body)
        return {}
      },
    )
  })
}
