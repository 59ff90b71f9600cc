import { type Kysely, sql } from 'kysely'

/** What is forgotten at each request is found by its time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on node.offer (expires_at)`.execute(db)
  await sql`create index on node.delivery (started_at)`.execute(db)
}
