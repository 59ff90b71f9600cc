import { type Kysely, sql } from 'kysely'

/** Indexes to find the rows by time that requests delete once they have expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.offer (expires_at)`.execute(db)
  await sql`create index on node.delivery (started_at)`.execute(db)
}
