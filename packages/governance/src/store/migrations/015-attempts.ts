import { type Kysely, sql } from 'kysely'

/** Counts how often a record was begun to be written on its topic. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.record add column if not exists attempt integer not null default 1`.execute(db)
}
