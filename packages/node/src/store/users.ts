/** First and last logins of wallets. */
import type { Reads, Writes } from './tables.ts'

/** Records when a wallet first and last logged in. */
export async function recordLogin(trx: Writes, chain: string, wallet: string, now: Date): Promise<void> {
  await trx
    .insertInto('node.user')
    .values({ chain, wallet, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['chain', 'wallet']).doUpdateSet({ updated_at: now }))
    .execute()
}

export const userOf = (read: Reads, chain: string, wallet: string) =>
  read
    .selectFrom('node.user')
    .select(['created_at', 'updated_at'])
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .executeTakeFirst()
