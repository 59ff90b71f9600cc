/**
 * Lists transactions that were opened for decisions (by topic, or those that the session's wallet submitted), and the
 * bytes that wait for a signature.
 */
import {
  type Clock,
  type Database,
  type Http,
  linkToNext,
  numberInCursor,
  PageQuery,
  pageHeaders,
  TopicId,
} from '@quorate/platform'
import { Type } from 'typebox'
import { OfferOut, OpeningOut, offerOut, openingOut } from '../answers/decisions.ts'
import { limits } from '../limits.ts'
import type { Replay } from '../node-topic/replay.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { offersOf } from '../store/offers.ts'
import { openingsPage } from '../store/openings.ts'
import type { Tables } from '../store/tables.ts'
import { spendingErrors } from './errors.ts'

const Query = Type.Object({
  ...PageQuery.properties,
  topicId: Type.Optional(
    Type.Unsafe<string>({ ...TopicId, description: "a DAO's topic; if absent, the transactions that I submitted" }),
  ),
})

export function decisionRoutes(
  http: Http,
  deps: { ledgers: Map<string, OperatedLedger>; database: Database<Tables>; replay: Replay; clock: Clock },
): void {
  const { ledgers, database, replay, clock } = deps
  const tags = ['validators']
  http.get(
    '/validators/decisions',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List the transactions that carry out DAO decisions',
        description: 'Mine, or with `topicId` all of that topic, newest first.',
        querystring: Query,
        errors: [spendingErrors, { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] }],
        response: { 200: { ...Type.Array(OpeningOut), headers: pageHeaders } },
      },
    },
    async ({ query: { limit, cursor, topicId }, session }, reply) => {
      const { chain, walletId: wallet } = session
      const before = numberInCursor(cursor)
      await replay(ledgerOf(ledgers, session))
      const page = await openingsPage(database.read, { chain, wallet, topicId, limit, cursor: before })
      const last = page.at(-1)
      const path = `/validators/decisions${topicId === undefined ? '' : `?topicId=${topicId}`}`
      if (last && page.length === limit) linkToNext(reply, path, { limit, cursor: last.sequence })
      return page.map((row) => openingOut(row, wallet))
    },
  )

  http.get(
    '/validators/decisions/offers',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'List my transactions for DAO decisions that are not submitted yet',
        description: 'Those whose window ends soonest come first.',
        response: { 200: Type.Array(OfferOut) },
      },
    },
    async ({ session }) => {
      const { chain, walletId: wallet } = session
      const { value: limit } = limits.maxOffersPerWallet
      const rows = await offersOf(database.read, { chain, wallet, now: new Date(clock.now()), limit })
      return rows.map(offerOut)
    },
  )
}
