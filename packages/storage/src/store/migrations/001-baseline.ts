import { type Kysely, sql } from 'kysely'

/**
 * Pins, each owner's usage, the content that an external IPFS node holds for us, and the content of each content node.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table storage.pin (
      sequence bigint generated always as identity,
      chain text not null,
      owner text not null,
      cid text not null,
      status text not null check (status in ('queued', 'pinning', 'pinned', 'failed')),
      bytes bigint not null default 0,
      size bigint,
      filename text,
      mimetype text,
      error text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (chain, owner, cid)
    )`,
  sql`create index on storage.pin (chain, owner, sequence desc)`,
  sql`create index on storage.pin (chain, owner, sequence desc) where status <> 'pinned'`,
  sql`create index on storage.pin (updated_at) where status = 'failed'`,
  sql`create index on storage.pin (cid, status)`,
  sql`
    create table storage.usage (
      chain text not null,
      owner text not null,
      bytes bigint not null,
      pins bigint not null default 0,
      primary key (chain, owner)
    )`,
  sql`
    create table storage.held (
      cid text primary key,
      since timestamptz not null,
      letting_go_until timestamptz
    )`,
  sql`
    create table storage.release (
      id uuid primary key default gen_random_uuid(),
      chain text not null,
      owner text not null,
      cid text not null,
      bytes bigint not null
    )`,
  sql`create index on storage.release (chain, owner)`,
  sql`
    create table storage.node (
      id text primary key,
      host text not null,
      folder text not null,
      addresses jsonb not null,
      is_embedded boolean not null,
      seen_at timestamptz not null
    )`,
  sql`
    create table storage.replica (
      cid text not null,
      node text not null references storage.node on delete cascade,
      since timestamptz not null,
      primary key (cid, node)
    )`,
  sql`create index on storage.replica (node, since)`,
]
