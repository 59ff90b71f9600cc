import { type Kysely, sql } from 'kysely'

/**
 * What a wallet has let go of is kept one by one, so that each counts until its own blocks are removed. What was counted before is
 * removed by the collection that follows every start.
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
