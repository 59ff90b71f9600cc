/** Routes for pins. The session's wallet owns what it pins. */
import {
  badRequest,
  type Database,
  type Http,
  linkToNext,
  notFound,
  numberInCursor,
  PageQuery,
  pageHeaders,
} from '@quorate/platform'
import { Type } from 'typebox'
import { CidIn, PinOut, pinOut, UnpinnedOut, unpinnedOut } from '../answers/pins.ts'
import { pathOf } from '../identifier/given-path.ts'
import { type ContentPath, cidText } from '../identifier/identifier.ts'
import { ownerOf } from '../model/owner.ts'
import type { FileNames } from '../pins/pin-changes.ts'
import type { Pins } from '../pins/pins.ts'
import { findPin, pinsOf } from '../store/pins.ts'
import type { Tables } from '../store/tables.ts'
import { visibleName } from '../streams/text.ts'

const tags = ['pins']
const PinBody = Type.Optional(
  Type.Object({
    filename: Type.Optional(Type.String({ maxLength: 255 })),
    mimetype: Type.Optional(Type.String({ maxLength: 255 })),
  }),
)
const Page = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(
    Type.Enum(['queued', 'pinning', 'pinned', 'failed'], { description: 'only pins in this status' }),
  ),
})

export function pinRoutes(http: Http, { database, pins }: { database: Database<Tables>; pins: Pins }): void {
  http.post(
    '/ipfs/pin/:cid',
    {
      config: { access: 'session', repeatable: true },
      schema: {
        tags,
        summary: 'Pin content',
        description:
          "For the session's account. Answers 200 if the content is pinned already, and 202 while it is being fetched.",
        params: CidIn,
        body: PinBody,
        errors: { 400: ['INVALID_CID'], 422: ['UNSUPPORTED_CONTENT'], 429: ['TOO_MANY_PENDING_PINS', 'TOO_MANY_PINS'] },
        response: { 200: PinOut, 202: PinOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const pin = await pins.pin(ownerOf(session), rootOf(params), body && namesIn(body))
      return reply.code(pin.status === 'pinned' ? 200 : 202).send(pinOut(pin))
    },
  )

  http.delete(
    '/ipfs/unpin/:cid',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Unpin content',
        description: 'The node keeps the content while other accounts pin it.',
        params: CidIn,
        errors: { 400: ['INVALID_CID'], 403: ['NOT_YOUR_PIN'], 422: ['UNSUPPORTED_CONTENT'] },
        response: { 200: UnpinnedOut },
      },
    },
    async ({ params, session }) => unpinnedOut(await pins.unpin(ownerOf(session), rootOf(params))),
  )

  http.get(
    '/ipfs/pin/:cid',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get my pin of some content',
        params: CidIn,
        errors: { 400: ['INVALID_CID'], 404: ['PIN_NOT_FOUND'], 422: ['UNSUPPORTED_CONTENT'] },
        response: { 200: PinOut },
      },
    },
    async ({ params, session }) => {
      const cid = cidText(rootOf(params))
      const pin = await findPin(database.read, ownerOf(session), cid)
      if (!pin) throw notFound('PIN_NOT_FOUND', `${session.walletId} does not pin ${cid}`)
      return pinOut(pin)
    },
  )

  http.get(
    '/ipfs/pins',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List my pins',
        description: 'Newest first.',
        querystring: Page,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(PinOut), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor, status }, session }, reply) => {
      const found = await pinsOf(database.read, { ...ownerOf(session), limit, cursor: numberInCursor(cursor), status })
      const last = found.at(-1)
      if (last && found.length === limit)
        linkToNext(reply, `/ipfs/pins${status ? `?status=${status}` : ''}`, { limit, cursor: last.sequence })
      return found.map(pinOut)
    },
  )
}

const namesIn = ({ filename, mimetype }: FileNames): FileNames => ({
  filename: filename && visibleName(filename),
  mimetype: mimetype && visibleName(mimetype),
})

/** A pin names an identifier, never a path. A client can first ask which identifier a path leads to. */
function rootOf(params: unknown): ContentPath['cid'] {
  const { cid, path } = pathOf(params)
  if (path.length === 0) return cid
  throw badRequest('INVALID_CID', `Pin the identifier alone, without the path ${path.join('/')}`)
}
