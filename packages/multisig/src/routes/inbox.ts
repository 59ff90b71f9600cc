import {
  CountedPageQuery,
  countedPageHeaders,
  type Http,
  invalidCursor,
  linkToNext,
  tellTotal,
} from '@quorate/platform'
import { Type } from 'typebox'
import { InboxEntry, inboxEntry } from '../answers/inbox.ts'
import { standings } from '../model/request.ts'
import type { Service } from '../service.ts'
import { countInbox, type InboxPlace, inboxOf } from '../store/inbox.ts'

const tags = ['wallets']
/** Entries on a page. Each is computed from its request and signatures. */
const most = 25
const InboxQuery = Type.Object({
  ...CountedPageQuery.properties,
  limit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: most,
    description: `a page has at most ${most} entries, fewer if they are large. Its Link header leads to the next page`,
  }),
  cursor: Type.Optional(Type.String({ maxLength: 80, description: 'from the Link header of the page before' })),
  standing: Type.Optional(
    Type.Enum([...standings], {
      description:
        'only requests of these wallets. known: I have signed or requested something there; new: I have not; muted: I have muted them. By default known and new',
    }),
  ),
})

/** `/multisig/inbox`: requests that wait for the caller, in all wallets of the session's chain. */
export function inboxRoutes(http: Http, { database, clock }: Service): void {
  http.get(
    '/multisig/inbox',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the requests that wait for me',
        description:
          'Of all my wallets on the chain of the session. Wallets take turns, so that none fills the list; on each page, the requests that expire soonest come first.',
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
