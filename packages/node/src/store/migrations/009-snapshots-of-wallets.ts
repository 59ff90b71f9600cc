import { type Kysely, sql } from 'kysely'

/** How many snapshots a wallet has is counted before each new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.snapshot (chain, sender)`.execute(db)
}
