import { type Kysely, sql } from 'kysely'

/** An index to count a wallet's snapshots before each new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.snapshot (chain, sender)`.execute(db)
}
