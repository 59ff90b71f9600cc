/** Transactions that the node itself submits. Each name has at most one. */
import { json } from '@quorate/platform'
import type { Selectable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type SubmissionRow = Selectable<Tables['node.submission']>

export const submission = (read: Reads, chain: string, name: string): Promise<SubmissionRow | undefined> =>
  read.selectFrom('node.submission').selectAll().where('chain', '=', chain).where('name', '=', name).executeTakeFirst()

/** Stores a transaction under its name; returns false if the name already has one. */
export async function insertSubmission(trx: Writes, row: Omit<SubmissionRow, 'receipt'>): Promise<boolean> {
  const kept = await trx
    .insertInto('node.submission')
    .values({ ...row, receipt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  return kept !== undefined
}

export const setReceipt = (trx: Writes, chain: string, name: string, receipt: object) =>
  trx
    .updateTable('node.submission')
    .set({ receipt: json(receipt) })
    .where('chain', '=', chain)
    .where('name', '=', name)
    .execute()

export const deleteSubmission = (trx: Writes, chain: string, name: string, transactionId: string) =>
  trx
    .deleteFrom('node.submission')
    .where('chain', '=', chain)
    .where('name', '=', name)
    .where('transaction_id', '=', transactionId)
    .execute()
