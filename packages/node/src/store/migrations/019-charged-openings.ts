import { type Kysely, sql } from 'kysely'

/** Whether the ledger charged the payer for a transaction of a decision that came to nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.opening add column charged boolean not null default false`.execute(db)
}
