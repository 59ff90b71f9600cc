/** Openings: the transactions that have carried out a DAO's decision, or may still do so. */
import { json } from '@quorate/platform'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type OpeningRow = Selectable<Tables['node.opening']>
export type OpeningState = OpeningRow['state']

/**
 * States of openings whose transaction can no longer be executed: `spoiled` by its payer, or `void` through no fault of
 * the payer.
 */
export const OVER: OpeningState[] = ['void', 'spoiled']
/** States of openings whose transaction may still be executed. */
export const OPEN: OpeningState[] = ['claimed', 'sent', 'refused', 'abandoned', 'restored']

interface DecisionPlace {
  topicId: string
  consensusTimestamp: string
  proposalId: string
}

/**
 * The openings of a decision, by its proposal or its timestamp. A restored governance database may decide a proposal
 * again and write the decision under another timestamp. The same proposal id on another topic belongs to another
 * publisher, so publishers cannot use up each other's decisions.
 */
const isOf =
  ({ topicId, consensusTimestamp, proposalId }: DecisionPlace) =>
  (eb: ExpressionBuilder<Tables, 'node.opening'>) =>
    eb.and([
      eb('topic_id', '=', topicId),
      eb.or([eb('proposal_id', '=', proposalId), eb('consensus_timestamp', '=', consensusTimestamp)]),
    ])

type NewOpening = Omit<OpeningRow, 'charged' | 'sequence'>

/** Stores an opening; returns false if its transaction, or another claim of the decision, is already stored. */
export async function insertOpening(trx: Writes, row: NewOpening): Promise<boolean> {
  const kept = await trx
    .insertInto('node.opening')
    .values({ ...row, parts: json(row.parts) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('transaction_id')
    .executeTakeFirst()
  return kept !== undefined
}

/**
 * Stores an opening that a member of a shared key has recorded. All members must know the same version of a record, so
 * it replaces anything under its transaction id that this database did not read from the topic.
 */
export const insertMembersOpening = (trx: Writes, { chain, transaction_id, ...row }: NewOpening) => {
  const read = { ...row, parts: json(row.parts), charged: false }
  return trx
    .insertInto('node.opening')
    .values({ chain, transaction_id, ...read })
    .onConflict((conflict) =>
      conflict.columns(['chain', 'transaction_id']).doUpdateSet(read).where('node.opening.recorded_at', 'is', null),
    )
    .execute()
}

/** Stores the time of the record of this database's own claim. */
export const setRecordedAt = (trx: Writes, chain: string, transactionId: string, recordedAt: string) =>
  trx
    .updateTable('node.opening')
    .set({ recorded_at: recordedAt })
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('recorded_at', 'is', null)
    .where('state', 'in', OPEN)
    .execute()

/**
 * Stores an opening that was read from the topic. For this database's own claim, stores only the time of its record.
 */
export const insertReadOpening = (trx: Writes, row: NewOpening & { recorded_at: string }) =>
  trx
    .insertInto('node.opening')
    .values({ ...row, parts: json(row.parts) })
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'transaction_id'])
        .doUpdateSet({ recorded_at: row.recorded_at })
        .where('node.opening.recorded_at', 'is', null)
        .where('node.opening.topic_id', '=', row.topic_id)
        .where('node.opening.consensus_timestamp', '=', row.consensus_timestamp),
    )
    .execute()

export const openingOfTransaction = (read: Reads, chain: string, transactionId: string) =>
  read
    .selectFrom('node.opening')
    .selectAll()
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()

/** The transactions that have carried out this decision or may still do so. */
export const openingsOf = (read: Reads, chain: string, decision: DecisionPlace): Promise<OpeningRow[]> =>
  read
    .selectFrom('node.opening')
    .selectAll()
    .where('chain', '=', chain)
    .where(isOf(decision))
    .where('state', 'not in', OVER)
    .execute()

/** The latest end of the windows of a decision's recorded openings, whatever their outcomes; null without any. */
export async function recordedUntil(read: Reads, chain: string, decision: DecisionPlace): Promise<Date | null> {
  const { last } = await read
    .selectFrom('node.opening')
    .select(({ fn }) => fn.max('expires_at').as('last'))
    .where('chain', '=', chain)
    .where(isOf(decision))
    .where('recorded_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return last
}

/**
 * Moves an opening to `state`; returns false if it is no longer in one of the `from` states. `charged` says whether its
 * payer was charged although it failed.
 */
export async function setOpeningState(
  trx: Writes,
  chain: string,
  transactionId: string,
  change: { state: OpeningState; from: readonly OpeningState[]; charged?: boolean; parts?: unknown },
): Promise<boolean> {
  const { state, from, charged = false, parts } = change
  const { numUpdatedRows } = await trx
    .updateTable('node.opening')
    .set({ state, charged, ...(OPEN.includes(state) ? (parts ? { parts: json(parts) } : {}) : { parts: null }) })
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores the parts of an opening that was read from the topic, with the bodies that this node has received for them.
 */
export const setOpeningParts = (trx: Writes, chain: string, transactionId: string, parts: unknown) =>
  trx
    .updateTable('node.opening')
    .set({ parts: json(parts) })
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'restored')
    .execute()

/** Deletes a claim, unless it was sent or a record with its transaction id (this node's or another's) was read. */
export const deleteClaim = (trx: Writes, chain: string, transactionId: string) =>
  trx
    .deleteFrom('node.opening')
    .where('chain', '=', chain)
    .where('transaction_id', '=', transactionId)
    .where('state', '=', 'claimed')
    .where('recorded_at', 'is', null)
    .execute()

/**
 * A wallet's submissions that failed or may still fail, and whose window ended after `since`; if `decision` is given,
 * only those for that decision.
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
    // Repeats the condition of the partial index literally, so that PostgreSQL can use the index.
    .where(sql<boolean>`state in ('claimed', 'sent', 'refused', 'spoiled')`)
    .where('expires_at', '>', by.since)
    .orderBy('expires_at')
  return (by.decision ? found.where(isOf(by.decision)) : found).execute()
}

/** How many of a decision's failed openings `payer` was charged for, and when the window of the last one ended. */
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
 * A page of openings before `cursor`, newest first: all openings of decisions on a topic, or without a topic those that
 * this wallet submitted.
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
