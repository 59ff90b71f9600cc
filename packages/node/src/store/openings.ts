/** Openings: the transactions that carry out a DAO's decision, or still may. */
import { json } from '@quorate/platform'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type OpeningRow = Selectable<Tables['node.opening']>
export type OpeningState = OpeningRow['state']

/**
 * States of openings whose transaction can never happen: `spoiled` by its payer, or `void` through no fault of the
 * payer.
 */
export const OVER: OpeningState[] = ['void', 'spoiled']
/** States of openings whose transaction may still happen. */
export const OPEN: OpeningState[] = ['claimed', 'sent', 'refused', 'abandoned', 'restored']

interface DecisionPlace {
  topicId: string
  consensusTimestamp: string
  proposalId: string
}

/**
 * The openings of a decision, by its proposal or its timestamp. A governance database that was restored may decide a
 * proposal again and write the decision under another timestamp. The same id on another topic is another publisher's
 * proposal, so publishers cannot use up each other's decisions.
 */
const isOf =
  ({ topicId, consensusTimestamp, proposalId }: DecisionPlace) =>
  (eb: ExpressionBuilder<Tables, 'node.opening'>) =>
    eb.and([
      eb('topic_id', '=', topicId),
      eb.or([eb('proposal_id', '=', proposalId), eb('consensus_timestamp', '=', consensusTimestamp)]),
    ])

/** Stores an opening; false if its transaction or another claim of its decision is already stored. */
export async function insertOpening(trx: Writes, row: Omit<OpeningRow, 'charged' | 'sequence'>): Promise<boolean> {
  const kept = await trx
    .insertInto('node.opening')
    .values({ ...row, parts: json(row.parts) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return kept !== undefined
}

export const openingOfTransaction = (read: Reads, chain: string, transactionId: string) =>
  read
    .selectFrom('node.opening')
    .selectAll()
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()

/** The transactions that executed this decision or still may. */
export const openingsOf = (read: Reads, chain: string, decision: DecisionPlace): Promise<OpeningRow[]> =>
  read
    .selectFrom('node.opening')
    .selectAll()
    .where('chain', '=', chain)
    .where(isOf(decision))
    .where('state', 'not in', OVER)
    .execute()

/**
 * Moves an opening to `state`; false if it is no longer in any of the states `from`. `charged` says whether its payer
 * was charged for nothing.
 */
export async function setOpeningState(
  trx: Writes,
  chain: string,
  transactionId: string,
  change: { state: OpeningState; from: readonly OpeningState[]; charged?: boolean },
): Promise<boolean> {
  const { state, from, charged = false } = change
  const { numUpdatedRows } = await trx
    .updateTable('node.opening')
    .set({ state, charged, ...(OPEN.includes(state) ? {} : { parts: null }) })
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a claim that was neither written nor sent. */
export const deleteClaim = (trx: Writes, chain: string, transactionId: string) =>
  trx
    .deleteFrom('node.opening')
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'claimed')
    .execute()

/**
 * A wallet's submissions that failed or may still fail, with a window that ended after `since`; only those of
 * `decision` if it is given.
 */
export function spoiledBy(
  read: Reads,
  by: { chain: string; wallet: string; since: Date; decision?: DecisionPlace | undefined },
): Promise<OpeningRow[]> {
  const found = read
    .selectFrom('node.opening')
    .selectAll()
    .where('chain', '=', by.chain)
    .where('wallet', '=', by.wallet)
    // The literal condition of the partial index, so that PostgreSQL can use it.
    .where(sql<boolean>`state in ('claimed', 'sent', 'refused', 'spoiled')`)
    .where('expires_at', '>', by.since)
    .orderBy('expires_at')
  return (by.decision ? found.where(isOf(by.decision)) : found).execute()
}

/** How many of a decision's openings charged `payer` for nothing, and when the window of the last one ended. */
export async function chargedFailures(read: Reads, chain: string, decision: DecisionPlace, payer: string) {
  const { failures, last } = await read
    .selectFrom('node.opening')
    .select(({ fn }) => [fn.countAll<bigint>().as('failures'), fn.max('expires_at').as('last')])
    .where('chain', '=', chain)
    .where(isOf(decision))
    .where('charged', '=', true)
    .where(sql<boolean>`split_part(transaction_id, '@', 1) = ${payer}`)
    .executeTakeFirstOrThrow()
  return { failures: Number(failures), last }
}

/**
 * Claims of decisions on a topic, by anybody, or else of this wallet's submissions, newest first: a page from before
 * `cursor`.
 */
export function openingsPage(
  read: Reads,
  page: { chain: string; wallet: string; topicId: string | undefined; limit: number; cursor: bigint | undefined },
): Promise<OpeningRow[]> {
  const { chain, wallet, topicId, limit, cursor } = page
  const all = read.selectFrom('node.opening').selectAll().where('chain', '=', chain)
  const some = topicId === undefined ? all.where('wallet', '=', wallet) : all.where('topic_id', '=', topicId)
  const found = some.orderBy('sequence', 'desc').limit(limit)
  return (cursor === undefined ? found : found.where('sequence', '<', cursor)).execute()
}
