import { type Kysely, sql } from 'kysely'

/** `released` counts all bytes that a wallet has ever unpinned, `removed` how many of these have been removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage.usage add column removed bigint not null default 0`.execute(db)
}
