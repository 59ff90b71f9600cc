/** ScheduleSigns that the network signed for DAOs' accounts. */
import type { Writes } from './tables.ts'

/** Counts a key's ScheduleSign for a decision. Returns when each counted one stops counting, soonest first. */
export async function countWalletSignature(
  trx: Writes,
  by: { chain: string; proposal_id: string; public_key: string },
  one: { transaction_id: string; expires_at: Date },
  now: Date,
): Promise<Date[]> {
  await trx
    .insertInto('node.wallet_signature')
    .values({ ...by, ...one })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await trx
    .selectFrom('node.wallet_signature')
    .select('expires_at')
    .where('chain', '=', by.chain)
    .where('proposal_id', '=', by.proposal_id)
    .where('public_key', '=', by.public_key)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute()
  return rows.map(({ expires_at }) => expires_at)
}
