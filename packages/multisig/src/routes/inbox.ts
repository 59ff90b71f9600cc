import {
  AccountId,
  CountedPageQuery,
  countedPageHeaders,
  type Http,
  invalidCursor,
  isEntityId,
  linkToNext,
  namedSchema,
  PageQuery,
  pageHeaders,
  tellTotal,
} from '@quorate/platform'
import { Type } from 'typebox'
import { InboxEntry, inboxEntry } from '../answers/resources.ts'
import { limits } from '../limits.ts'
import { notFoundOrDenied } from '../model/errors.ts'
import { standings } from '../model/request.ts'
import type { Service } from '../service.ts'
import { concerns, mute, mutedOf, unmute } from '../store/acquaintances.ts'
import { countInbox, type InboxPlace, inboxOf } from '../store/inbox.ts'

const tags = ['wallets']
const most = limits.inboxEntries.value
const InboxQuery = Type.Object({
  ...CountedPageQuery.properties,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: most,
    description: `a page has at most ${most} entries, and fewer where they are large: its Link says where the list goes on`,
  }),
  cursor: Type.Optional(Type.String({ maxLength: 80, description: 'from the Link header of the page before' })),
  standing: Type.Optional(
    Type.Enum([...standings], {
      description:
        'of which wallets: those in which I have signed or asked for something, those that are new to me, or those that I have muted. The first two if absent',
    }),
  ),
})

const Muted = namedSchema(
  'Muted',
  Type.Object({
    walletId: Type.Unsafe<string>({ ...AccountId, description: 'a wallet, or the account that asks for new ones' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'null where it is no wallet of mine' }),
    mutedAt: Type.String({ format: 'date-time' }),
  }),
)

/** `/multisig/inbox`: what waits for the caller, in all wallets of the session's chain; and `/multisig/muted`. */
export function inboxRoutes(http: Http, service: Service): void {
  const { database, clock } = service
  http.get(
    '/multisig/inbox',
    {
      config: { access: 'session', large: true },
      schema: {
        tags,
        summary: 'The requests that wait for me: wallets take turns, and those of a page that end soonest come first',
        querystring: InboxQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(InboxEntry), headers: countedPageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const limit = Math.min(query.limit, most)
      const after = query.cursor === undefined ? undefined : placeIn(query.cursor)
      const { standing } = query
      const of = { chain: session.chain, account: session.walletId, now: new Date(clock.now()), standing }
      const { items, isFull } = await inboxOf(database.read, { ...of, limit, after })
      const last = items.at(-1)
      const path = `/multisig/inbox${standing === undefined ? '' : `?standing=${standing}`}`
      if (last && isFull) linkToNext(reply, path, { limit, cursor: cursorOf(last) })
      await tellTotal(reply, query, () => countInbox(database.read, of))
      return items
        .toSorted((a, b) => a.group - b.group || a.endsAt.getTime() - b.endsAt.getTime())
        .map((item) => inboxEntry(item, session.walletId))
    },
  )
  mutedRoutes(http, service)
}

function mutedRoutes(http: Http, { database, clock }: Service): void {
  const params = Type.Object({ walletId: Muted.properties.walletId })
  const Changed = Type.Object({ walletId: AccountId, muted: Type.Boolean() })

  http.get(
    '/multisig/muted',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'The wallets that I have muted',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(Muted), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor }, session: { chain, walletId: account } }, reply) => {
      if (cursor !== undefined && !isEntityId(cursor)) throw invalidCursor(cursor)
      const { items, isFull } = await mutedOf(database.read, { chain, account, limit, cursor })
      const last = items.at(-1)
      if (last && isFull) linkToNext(reply, '/multisig/muted', { limit, cursor: last.source })
      return items.map(({ source, name, since }) => ({ walletId: source, name, mutedAt: since.toISOString() }))
    },
  )

  http.put(
    '/multisig/muted/:walletId',
    {
      schema: {
        tags,
        summary: 'Mute a wallet that is not mine: it leaves my inbox and my list, and I hear nothing of it unasked',
        params,
        errors: { 403: ['FORBIDDEN'] },
        response: { 200: Changed },
      },
    },
    async ({ params: { walletId: source }, session: { chain, walletId: account } }) => {
      if (!(await concerns(database.read, { chain, account, source }))) throw notFoundOrDenied()
      await database.change((trx) => mute(trx, { chain, account, source, at: new Date(clock.now()) }))
      return { walletId: source, muted: true }
    },
  )

  http.delete(
    '/multisig/muted/:walletId',
    { schema: { tags, summary: 'Hear of a muted wallet again', params, response: { 200: Changed } } },
    async ({ params: { walletId: source }, session: { chain, walletId: account } }) => {
      await database.change((trx) => unmute(trx, { chain, account, source }))
      return { walletId: source, muted: false }
    },
  )
}

const CURSOR = /^([0-2])_(\d{1,9})_(\d{1,15})_([\w-]{1,40})$/

const cursorOf = ({ group, turn, endsAt, jobId }: InboxPlace): string => `${group}_${turn}_${endsAt.getTime()}_${jobId}`

/** @throws 400 INVALID_CURSOR */
function placeIn(cursor: string): InboxPlace {
  const [, group, turn, time, jobId] = CURSOR.exec(cursor) ?? []
  const endsAt = new Date(Number(time))
  if (jobId === undefined || Number.isNaN(endsAt.getTime())) throw invalidCursor(cursor)
  return { group: Number(group), turn: Number(turn), endsAt, jobId }
}
