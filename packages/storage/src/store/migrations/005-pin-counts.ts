import { type Kysely, sql } from 'kysely'

/**
 * Wallets have few pins that are not pinned yet. A partial index finds these and a counter counts all, so that nobody
 * reads all pins of a wallet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on storage.pin (chain, owner, sequence desc) where status <> 'pinned'`.execute(db)
  await sql`create index on storage.pin (updated_at) where status = 'failed'`.execute(db)
  // An index-only scan answers whether content is pinned, and counts pinned content.
  await sql`create index on storage.pin (cid, status)`.execute(db)
  await sql`drop index storage.pin_cid_idx`.execute(db)
  await sql`alter table storage.usage add column pins bigint not null default 0`.execute(db)
  await sql`
    insert into storage.usage (chain, owner, bytes, pins)
    select chain, owner, 0, count(*) from storage.pin group by chain, owner
    on conflict (chain, owner) do update set pins = excluded.pins`.execute(db)
}
