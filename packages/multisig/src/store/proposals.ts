import type { Change } from '@quorate/platform'
import type { Read, Tables } from './tables.ts'

/** The request that a passed proposal has created. */
export async function findOpened(read: Read, chain: string, proposal: string) {
  const row = await read
    .selectFrom('multisig.opened_proposal')
    .select(['wallet', 'job_id'])
    .where('chain', '=', chain)
    .where('proposal', '=', proposal)
    .executeTakeFirst()
  return row && { jobId: row.job_id, wallet: row.wallet, proposal }
}

/**
 * Records which request a proposal opens; false if it has already opened one. Only one of several concurrent calls
 * succeeds.
 */
export async function noteOpened(
  trx: Change<Tables>,
  { at, ...row }: { chain: string; proposal: string; wallet: string; jobId: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('multisig.opened_proposal')
    .values({ chain: row.chain, proposal: row.proposal, wallet: row.wallet, job_id: row.jobId, opened_at: at })
    .onConflict((found) => found.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
