import { json } from '@quorate/platform'
import type { Veto } from '../model/rules.ts'
import type { Tables, Trx } from './tables.ts'

/** Returns false if the proposal was already vetoed. */
export async function insertVeto(
  trx: Trx,
  proposalId: string,
  { account, reason, proof, at, record }: Veto & { record: bigint },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('governance.veto')
    .values({
      proposal_id: proposalId,
      account,
      reason,
      proof: json<Tables['governance.veto']['proof']>(proof),
      vetoed_at: at,
      record_id: record,
    })
    .onConflict((conflict) => conflict.column('proposal_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
