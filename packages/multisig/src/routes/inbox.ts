import {
  CountedPageQuery,
  countedPageHeaders,
  type Http,
  invalidCursor,
  linkToNext,
  tellTotal,
} from '@quorate/platform'
import { Type } from 'typebox'
import { InboxEntry, inboxEntry } from '../answers/resources.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { countInbox, type InboxPlace, inboxOf } from '../store/inbox.ts'

const most = limits.inboxEntries.value
const PageQuery = Type.Object({
  ...CountedPageQuery.properties,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: most,
    description: `a page has at most ${most} entries, and fewer where they are large: its Link says where the list goes on`,
  }),
  cursor: Type.Optional(Type.String({ maxLength: 60, description: 'from the Link header of the page before' })),
})

/** `/multisig/inbox`: what waits for the caller, in all wallets of the session's chain. */
export function inboxRoutes(http: Http, { database, clock }: Service): void {
  http.get(
    '/multisig/inbox',
    {
      config: { access: 'session', large: true },
      schema: {
        tags: ['wallets'],
        summary: 'The requests that wait for me, those that end soonest first',
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'] },
        response: { 200: { ...Type.Array(InboxEntry), headers: countedPageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { chain, walletId: account } = session
      const limit = Math.min(query.limit, most)
      const after = query.cursor === undefined ? undefined : placeIn(query.cursor)
      const now = new Date(clock.now())
      const { items, isFull } = await inboxOf(database.read, { chain, account, now, limit, after })
      const last = items.at(-1)
      if (last && isFull) linkToNext(reply, '/multisig/inbox', { limit, cursor: cursorOf(last) })
      await tellTotal(reply, query, () => countInbox(database.read, { chain, account, now }))
      return items.map((request) => inboxEntry(request, account))
    },
  )
}

const CURSOR = /^(\d{1,15})_([\w-]{1,40})$/

const cursorOf = ({ expiresAt, jobId }: { expiresAt: Date; jobId: string }): string => `${expiresAt.getTime()}_${jobId}`

/** @throws 400 INVALID_CURSOR */
function placeIn(cursor: string): InboxPlace {
  const [, time, jobId] = CURSOR.exec(cursor) ?? []
  const endsAt = new Date(Number(time))
  if (jobId === undefined || Number.isNaN(endsAt.getTime())) throw invalidCursor(cursor)
  return { endsAt, jobId }
}
