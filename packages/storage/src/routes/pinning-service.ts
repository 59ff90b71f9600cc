/** The IPFS Pinning Service API (https://ipfs.github.io/pinning-services-api-spec/), below `/ipfs/pinning`. */
import { answerFailure, badRequest, type Database, type Http, parseJson } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import {
  MAX_META_BYTES,
  Meta,
  PinFailureOut,
  PinResultsOut,
  PinStatusOut,
  pinFailure,
  pinStatusOut,
  ServicePinIn,
} from '../answers/pinning-service.ts'
import { cidText, parseCid } from '../identifier/identifier.ts'
import { ownerOf, type PinOwner } from '../model/owner.ts'
import type { ContentNode } from '../nodes/node.ts'
import { noRequest, type RequestedPin } from '../pins/pin-requests.ts'
import type { Pins } from '../pins/pins.ts'
import { findRequest, type RequestFilter, requestsOf } from '../store/pin-requests.ts'
import type { PinStatus, Tables } from '../store/tables.ts'
import { visibleName } from '../streams/text.ts'

const tags = ['pins']
/** The bases of the API's own clients: each adds `/pins`. */
const PINS = '/ipfs/pinning/pins'
const config = { access: 'session', scope: 'ipfs:pin' } as const
const failures = { 429: PinFailureOut, '4xx': PinFailureOut, '5xx': PinFailureOut }

const MATCHES = ['exact', 'iexact', 'partial', 'ipartial'] as const
/**
 * The maximum number of delegates in one answer, and the maximum number of identifiers in one query. The API sets these
 * limits.
 */
const MAX_DELEGATES = 20
const MAX_CIDS = 10

const RequestId = Type.Object({
  requestid: Type.String({ minLength: 1, maxLength: 100, description: 'the id of the request' }),
})
const Time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))
const ListQuery = Type.Object({
  cid: Type.Optional(
    Type.String({ maxLength: 5200, description: `content identifiers, comma-separated, at most ${MAX_CIDS}` }),
  ),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'only requests with this name' })),
  match: Type.Enum(MATCHES, { default: 'exact', description: 'how `name` is compared; i: in upper or lower case' }),
  status: Type.Optional(
    Type.String({
      pattern: '^(queued|pinning|pinned|failed)(,(queued|pinning|pinned|failed)){0,3}$',
      maxLength: 100,
      title: 'statuses such as queued,pinning',
      examples: ['queued,pinning'],
      description: 'statuses, comma-separated. If it is absent, `pinned`',
    }),
  ),
  before: Time('only requests made before this time'),
  after: Time('only requests made after this time'),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 10 }),
  meta: Type.Optional(
    Type.String({ maxLength: 4096, description: 'a JSON object of texts that the metadata must have' }),
  ),
})

interface Deps {
  database: Database<Tables>
  pins: Pick<Pins, 'requests'>
  node: ContentNode
}

export async function pinningServiceRoutes(http: Http, deps: Deps): Promise<void> {
  await http.register(async (scope: Http) => {
    scope.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, pinFailure))
    listRoute(scope, deps)
    writeRoutes(scope, deps)
  })
}

function listRoute(http: Http, { database, node }: Deps): void {
  http.get(
    PINS,
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'List pins (IPFS Pinning Service API)',
        description: 'Newest first. `before` the time of the last one gets the next page.',
        querystring: ListQuery,
        response: { 200: PinResultsOut, ...failures },
      },
      preValidation: (request, _reply, done) => {
        request.query = withMeta(request.query as Record<string, unknown>) as typeof request.query
        done()
      },
    },
    async ({ query, session }) => {
      const filter = filterOf(query)
      const { count, requests } = await requestsOf(database.read, ownerOf(session), filter, query.limit)
      const delegates = await delegatesOf(node)
      return { count, results: requests.map((request) => pinStatusOut(request, delegates)) }
    },
  )
}

function writeRoutes(http: Http, { database, pins, node }: Deps): void {
  const statusOf = async (owner: PinOwner, id: string): Promise<PinStatusOut> => {
    const request = isId(id) ? await findRequest(database.read, owner, id) : undefined
    if (!request) throw noRequest(id)
    return pinStatusOut(request, await delegatesOf(node))
  }
  http.post(
    PINS,
    {
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Add a pin (IPFS Pinning Service API)',
        body: ServicePinIn,
        response: { 202: PinStatusOut, ...failures },
      },
    },
    async ({ body, session }, reply) => {
      const owner = ownerOf(session)
      const id = await pins.requests.add(owner, parseCid(body.cid), askedIn(body))
      return reply.code(202).send(await statusOf(owner, id))
    },
  )
  http.get(
    `${PINS}/:requestid`,
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'Get a pin (IPFS Pinning Service API)',
        params: RequestId,
        response: { 200: PinStatusOut, ...failures },
      },
    },
    async ({ params, session }) => statusOf(ownerOf(session), params.requestid),
  )
  http.post(
    `${PINS}/:requestid`,
    {
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Replace a pin (IPFS Pinning Service API)',
        description: 'Adds the new pin and removes the old one in one step. The answer has another id.',
        params: RequestId,
        body: ServicePinIn,
        response: { 202: PinStatusOut, ...failures },
      },
    },
    async ({ params: { requestid }, body, session }, reply) => {
      if (!isId(requestid)) throw noRequest(requestid)
      const owner = ownerOf(session)
      const id = await pins.requests.add(owner, parseCid(body.cid), askedIn(body), requestid)
      return reply.code(202).send(await statusOf(owner, id))
    },
  )
  http.delete(
    `${PINS}/:requestid`,
    {
      config: { ...config },
      schema: {
        tags,
        summary: 'Remove a pin (IPFS Pinning Service API)',
        description: 'The node keeps the content while another request or another account pins it.',
        params: RequestId,
        response: { 202: Type.Object({}), ...failures },
      },
    },
    async ({ params: { requestid }, session }, reply) => {
      if (!isId(requestid)) throw noRequest(requestid)
      await pins.requests.end(ownerOf(session), requestid)
      return reply.code(202).send({})
    },
  )
}

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function askedIn({ cid, name, meta }: Static<typeof ServicePinIn>): RequestedPin {
  if (meta !== undefined && Buffer.byteLength(JSON.stringify(meta)) > MAX_META_BYTES)
    throw badRequest('VALIDATION_FAILED', `meta has more than ${MAX_META_BYTES} bytes as JSON`)
  return { given: cid, name: name === undefined ? null : visibleName(name), meta: meta ?? null }
}

function filterOf(query: Static<typeof ListQuery>): RequestFilter {
  const { cid, name, match, status = 'pinned', before, after, meta } = query
  const cids = cid?.split(',').map((text) => cidText(parseCid(text)))
  if (cids !== undefined && cids.length > MAX_CIDS)
    throw badRequest('VALIDATION_FAILED', `cid lists ${cids.length} identifiers, but at most ${MAX_CIDS} are allowed`)
  const statuses = [...new Set(status.split(','))] as PinStatus[]
  return { cids, name, match, statuses, before, after, meta: meta === undefined ? undefined : metaIn(meta) }
}

const META_FIELD = /^meta\[([^\]]{1,255})\]$/

/** The API describes `meta` as JSON, but its own JavaScript client sends `meta[name]=text`. */
function withMeta(query: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(query).map(([key, value]) => ({ key, value, name: META_FIELD.exec(key)?.[1] }))
  const named = fields.flatMap(({ name, value }) => (name === undefined ? [] : [[name, value] as const]))
  if (named.length === 0) return query
  const others = fields.flatMap(({ key, value, name }) => (name === undefined ? [[key, value] as const] : []))
  return { ...Object.fromEntries(others), meta: JSON.stringify(Object.fromEntries(named)) }
}

function metaIn(text: string): Record<string, string> {
  const meta = parsed(text)
  if (Check(Meta, meta)) return meta as Record<string, string>
  throw badRequest('VALIDATION_FAILED', 'meta must be a JSON object of texts, such as {"app":"notes"}')
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The addresses of this node; none while it does not answer. */
const delegatesOf = async (node: ContentNode): Promise<string[]> =>
  (await node.addresses().catch(() => [])).slice(0, MAX_DELEGATES)
