import { type Kysely, sql } from 'kysely'

/** What a wallet has unpinned counts for it until its blocks are removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage.usage add column released bigint not null default 0`.execute(db)
}
