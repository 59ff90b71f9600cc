/**
 * Lists transactions that DAOs' decisions opened (by topic, or those that the session's wallet submitted), and the
 * bytes that wait for a signature.
 */
import {
  AnyNames,
  type Clock,
  type Database,
  type Http,
  linkToNext,
  namedSchema,
  numberInCursor,
  PageQuery,
  pageHeaders,
  TopicId,
} from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { OfferedRequest } from '../decisions/offers.ts'
import { limits } from '../limits.ts'
import { orNull } from '../mirror/schemas.ts'
import type { Replay } from '../node-topic/replay.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { offersOf } from '../store/offers.ts'
import { type OpeningRow, openingsPage } from '../store/openings.ts'
import type { Tables } from '../store/tables.ts'
import { spendingErrors } from './errors.ts'

const Query = Type.Object({
  ...PageQuery.properties,
  topicId: Type.Optional(
    Type.Unsafe<string>({ ...TopicId, description: "a DAO's topic; without it, what I handed in" }),
  ),
})

const Place = {
  topicId: Type.String({ description: "the DAO's topic" }),
  consensusTimestamp: Type.String({ description: 'the consensus time of the decision on the topic' }),
}

const OpeningOut = namedSchema(
  'Opening',
  Type.Object({
    ...Place,
    proposalId: Type.String(),
    state: Type.Enum(['UNDER_WAY', 'USED', 'FAILED', 'RELEASED'], {
      description:
        'UNDER_WAY holds the decision until its outcome is known, which is looked up when somebody asks for bytes; USED has carried it out, for good; after FAILED (its payer or the ledger) and RELEASED (nothing was submitted) another transaction may follow',
    }),
    charged: Type.Boolean({ description: 'whether it failed on the ledger and its payer was charged' }),
    own: Type.Boolean({ description: 'whether I submitted it' }),
    transactionId: orNull(
      Type.String({ description: "null while another account's transaction is not on the ledger yet" }),
    ),
    windowEndsAt: orNull(Type.String({ description: 'ISO 8601; null if another account submitted it' })),
  }),
)

const OfferOut = namedSchema(
  'DecisionOffer',
  Type.Object({
    ...Place,
    operation: Type.String({ description: 'the name of the operation, such as transfer/hbar' }),
    params: AnyNames(Type.String()),
    body: AnyNames(Type.Unknown(), { description: 'the body of the write, as I sent it' }),
    sender: Type.String({ description: 'the account that pays' }),
    transactionId: Type.String(),
    windowEndsAt: Type.String({ description: 'ISO 8601' }),
  }),
)

const STATES = { used: 'USED', spoiled: 'FAILED', void: 'RELEASED' } as const

/** Anyone who knows a transaction's id before it is on the ledger can use it up, so nobody else gets to see it. */
function openingOut(row: OpeningRow, wallet: string): Static<typeof OpeningOut> {
  const state = STATES[row.state as keyof typeof STATES] ?? 'UNDER_WAY'
  const own = row.wallet === wallet
  return {
    topicId: row.topic_id,
    consensusTimestamp: row.consensus_timestamp,
    proposalId: row.proposal_id,
    state,
    charged: row.charged,
    own,
    transactionId: own || state === 'USED' ? row.transaction_id : null,
    windowEndsAt: own ? row.expires_at.toISOString() : null,
  }
}

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
      return rows.map((row) => {
        const { name, params, body } = row.request as OfferedRequest
        return {
          topicId: row.topic_id,
          consensusTimestamp: row.consensus_timestamp,
          sender: row.sender,
          operation: name,
          params,
          body,
          transactionId: row.transaction_id,
          windowEndsAt: row.expires_at.toISOString(),
        }
      })
    },
  )
}
