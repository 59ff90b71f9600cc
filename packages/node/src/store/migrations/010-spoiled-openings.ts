import { type Kysely, sql } from 'kysely'

/** An index to count spoiled transactions of decisions by the end of their window. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.opening (chain, expires_at) where state = 'spoiled'`.execute(db)
}
