import { type Kysely, sql } from 'kysely'

/**
 * Indexes to find transactions of decisions that are spoiled, or may still be, by the wallet that handed them in and by
 * their payer. Bodies of transactions with a known end are dropped, as nothing is compared with them any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index if exists node.opening_chain_expires_at_idx`.execute(db)
  await sql`
    create index on node.opening (chain, wallet, expires_at) where state in ('claimed', 'sent', 'refused', 'spoiled')
  `.execute(db)
  await sql`
    create index on node.opening (chain, split_part(transaction_id, '@', 1), expires_at)
      where state in ('claimed', 'sent', 'refused', 'spoiled')
  `.execute(db)
  await sql`update node.opening set parts = null where state in ('used', 'void', 'spoiled')`.execute(db)
}
