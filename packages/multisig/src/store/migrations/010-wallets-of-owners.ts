import { type Kysely, sql } from 'kysely'

/** An index that has the wallets of an account in the order of its list: an account may own any number of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index owner_wallets on multisig.owner (chain, account, wallet)`.execute(db)
  await sql`drop index multisig.owner_chain_account_idx`.execute(db)
}
