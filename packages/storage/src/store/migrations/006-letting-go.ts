import { type Kysely, sql } from 'kysely'

/** Until when a process is unpinning it: whoever begins to hold it again waits for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage.held add column letting_go_until timestamptz`.execute(db)
}
