import { json } from '@quorate/platform'
import { sql } from 'kysely'
import type { Read, Tables, Trx } from './tables.ts'

/** A record to be written on a DAO's topic, in the order of insertion. */
export interface TopicRecord extends Attempt {
  content: Uint8Array
}

/** One attempt to write a record, from its first chunk to its last. Counts from 1. */
export interface Attempt {
  id: bigint
  attempt: number
}

export async function insertRecord(trx: Trx, daoId: string, content: Uint8Array, at: Date): Promise<bigint> {
  const { id } = await trx
    .insertInto('governance.record')
    .values({ dao_id: daoId, content, consensus_timestamp: null, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** When a record's first and last chunk reached the ledger. */
export interface AnchoredAt {
  consensusTimestamp: string
  completedAt: string
}

type Anchored = AnchoredAt & { content: Uint8Array }

/** Finds the record of a topic's message. It is `anchored` if its consensus timestamp is stored, too. */
export async function findAnchored(
  read: Read,
  daoId: string,
  { consensusTimestamp, content }: Omit<Anchored, 'completedAt'>,
): Promise<{ id: bigint; anchored: boolean } | undefined> {
  const row = await read
    .selectFrom('governance.record')
    .select(['id', 'consensus_timestamp'])
    .where('dao_id', '=', daoId)
    .where((or) =>
      or.or([
        or('consensus_timestamp', '=', consensusTimestamp),
        or.and([or('consensus_timestamp', 'is', null), or('content', '=', content)]),
      ]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && { id: row.id, anchored: row.consensus_timestamp !== null }
}

export async function insertAnchored(trx: Trx, daoId: string, anchored: Anchored, at: Date): Promise<bigint> {
  const id = await insertRecord(trx, daoId, anchored.content, at)
  await markAnchored(trx, id, anchored)
  return id
}

/** The consensus timestamp of the DAO's newest record on its topic. */
export async function lastTimestamp(read: Read, daoId: string): Promise<string | null> {
  const row = await read
    .selectFrom('governance.record')
    .select((f) => f.fn.max('consensus_timestamp').as('last'))
    .where('dao_id', '=', daoId)
    .executeTakeFirst()
  return row?.last ?? null
}

export async function nextToAnchor(read: Read, daoId: string): Promise<TopicRecord | undefined> {
  return read
    .selectFrom('governance.record')
    .select(['id', 'content', 'attempt'])
    .where('dao_id', '=', daoId)
    .where('anchored', '=', sql.lit(false))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function withoutTimestamp(read: Read, daoId: string): Promise<TopicRecord[]> {
  return read
    .selectFrom('governance.record')
    .select(['id', 'content', 'attempt'])
    .where('dao_id', '=', daoId)
    .where('anchored', '=', sql.lit(true))
    .where('consensus_timestamp', 'is', null)
    .orderBy('id')
    .execute()
}

export async function attemptOf(read: Read, id: bigint): Promise<number> {
  const { attempt } = await attemptQuery(read, id).executeTakeFirstOrThrow()
  return attempt
}

/**
 * Locks the record, so that no process begins another attempt before the database transaction ends. Returns whether
 * this is still the record's current attempt.
 */
export async function lockAttempt(trx: Trx, { id, attempt }: Attempt): Promise<boolean> {
  const row = await attemptQuery(trx, id).forUpdate().executeTakeFirstOrThrow()
  return row.attempt === attempt
}

const attemptQuery = (read: Read, id: bigint) =>
  read.selectFrom('governance.record').select('attempt').where('id', '=', id)

/**
 * Replaces the attempt by the next one, and removes its submissions. Does nothing if another process has done so, or
 * has begun the chunk that was `missing`.
 */
export async function nextAttempt(
  trx: Trx,
  attempt: Attempt,
  { missing, chunks }: { missing: string; chunks: readonly string[] },
): Promise<void> {
  if (!(await lockAttempt(trx, attempt)) || (await findSubmission(trx, missing))) return
  await trx
    .updateTable('governance.record')
    .set({ attempt: attempt.attempt + 1 })
    .where('id', '=', attempt.id)
    .execute()
  await trx.deleteFrom('governance.submission').where('name', 'in', chunks).execute()
}

/** @param at null while the mirror does not have all of it */
export async function markAnchored(trx: Trx, id: bigint, at: AnchoredAt | null): Promise<void> {
  await trx
    .updateTable('governance.record')
    .set({
      anchored: true,
      consensus_timestamp: at?.consensusTimestamp ?? null,
      completed_timestamp: at?.completedAt ?? null,
    })
    .where('id', '=', id)
    .execute()
}

export interface Batch {
  number: number
  first: number
  last: number
  root: string
  /** Content identifier of the batch's votes. */
  leaves: string
}

export async function insertBatch(trx: Trx, proposalId: string, batch: Batch, recordId: bigint): Promise<void> {
  await trx
    .insertInto('governance.batch')
    .values({ proposal_id: proposalId, ...batch, record_id: recordId })
    .execute()
}

/** Batches in order, with the consensus timestamp of each that is already on the topic. */
export async function batchesOf(
  read: Read,
  proposalId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(Batch & { consensusTimestamp: string | null })[]> {
  return read
    .selectFrom('governance.batch as b')
    .innerJoin('governance.record as r', 'r.id', 'b.record_id')
    .select(['b.number', 'b.first', 'b.last', 'b.root', 'b.leaves', 'r.consensus_timestamp as consensusTimestamp'])
    .where('b.proposal_id', '=', proposalId)
    .where('b.number', '>', after)
    .orderBy('b.number')
    .limit(limit)
    .execute()
}

type SubmissionRow = Tables['governance.submission']

/** A transaction that is submitted until the ledger reports its outcome. */
export interface Submission {
  name: string
  transactionId: string
  nodeId: string
  bodyBytes: Uint8Array
  expiresAt: Date
  receipt: Record<string, unknown> | null
}

const submissionFrom = (row: SubmissionRow): Submission => ({
  name: row.name,
  transactionId: row.transaction_id,
  nodeId: row.node_id,
  bodyBytes: row.body_bytes,
  expiresAt: row.expires_at,
  receipt: row.receipt,
})

export async function findSubmission(read: Read, name: string): Promise<Submission | undefined> {
  const row = await read.selectFrom('governance.submission').selectAll().where('name', '=', name).executeTakeFirst()
  return row && submissionFrom(row)
}

/** Stores a submission unless its name already has one. Returns the stored one. */
export async function keepSubmission(trx: Trx, submission: Submission): Promise<Submission> {
  await trx
    .insertInto('governance.submission')
    .values({
      name: submission.name,
      transaction_id: submission.transactionId,
      node_id: submission.nodeId,
      body_bytes: submission.bodyBytes,
      expires_at: submission.expiresAt,
      receipt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findSubmission(trx, submission.name)) ?? submission
}

export async function keepReceipt(
  trx: Trx,
  { name, transactionId }: Submission,
  receipt: Record<string, unknown>,
): Promise<void> {
  await trx
    .updateTable('governance.submission')
    .set({ receipt: json(receipt) })
    .where('name', '=', name)
    .where('transaction_id', '=', transactionId)
    .execute()
}

/** Removes a submission that the ledger certainly never executed, so that another transaction may have its name. */
export async function forgetSubmission(trx: Trx, { name, transactionId }: Submission): Promise<void> {
  await trx
    .deleteFrom('governance.submission')
    .where('name', '=', name)
    .where('transaction_id', '=', transactionId)
    .execute()
}
