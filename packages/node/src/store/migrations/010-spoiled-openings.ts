import { type Kysely, sql } from 'kysely'

/** The transactions for decisions that came to nothing are counted by when their window ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.opening (chain, expires_at) where state = 'spoiled'`.execute(db)
}
