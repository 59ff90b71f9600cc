import { type Kysely, sql } from 'kysely'

/**
 * Each release (what a wallet has unpinned) has a row of its own, so that it counts until its own blocks are removed.
 * The collection that follows every start removes what was counted before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage.release (
      id uuid primary key default gen_random_uuid(),
      chain text not null,
      owner text not null,
      cid text not null,
      bytes bigint not null
    )`.execute(db)
  await sql`create index on storage.release (chain, owner)`.execute(db)
  await sql`alter table storage.usage drop column released, drop column removed`.execute(db)
}
