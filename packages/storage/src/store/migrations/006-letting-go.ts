import { type Kysely, sql } from 'kysely'

/** Until when a process is unpinning the content on the node: whoever wants to pin it again waits for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage.held add column letting_go_until timestamptz`.execute(db)
}
