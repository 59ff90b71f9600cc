import { type Kysely, sql } from 'kysely'

/**
 * The reasons why a wallet's pin is kept: its own upload or pin (`is_direct`), and requests of the Pinning Service API.
 * A pin ends with the last of them, and they end with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table storage.pin_request (
      id uuid primary key default gen_random_uuid(),
      chain text not null,
      owner text not null,
      cid text not null,
      given text not null,
      name text,
      meta jsonb,
      is_direct boolean not null,
      created_at timestamptz not null,
      foreign key (chain, owner, cid) references storage.pin on delete cascade
    )`,
  sql`create unique index on storage.pin_request (chain, owner, cid) where is_direct`,
  sql`create index on storage.pin_request (chain, owner, cid)`,
  sql`create index on storage.pin_request (chain, owner, created_at)`,
  sql`
    insert into storage.pin_request (chain, owner, cid, given, name, is_direct, created_at)
    select chain, owner, cid, cid, filename, true, created_at from storage.pin`,
]
