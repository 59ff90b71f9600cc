import { type Kysely, sql } from 'kysely'

/**
 * Pins, each owner's usage, the content that an external IPFS node holds for us, and the content of each content node.
 * Folders that are being uploaded, with their files; IPNS records and the wallets that keep them.
 *
 * A row of `pin_request` is a reason why a wallet's pin is kept: its own upload or pin (`is_direct`), or a request of
 * the Pinning Service API. A pin ends with the last of them, and they end with it. Files of folders are written by the
 * thousand: they do not reference their folder, which is locked anyway.
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
    create table storage.folder (
      id uuid primary key default gen_random_uuid(),
      chain text not null,
      owner text not null,
      name text,
      files integer not null default 0,
      size bigint not null default 0,
      bytes bigint not null default 0,
      blocks bigint not null default 0,
      revision bigint not null default 0,
      cid text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
  sql`create index on storage.folder (chain, owner, created_at)`,
  sql`
    create table storage.folder_file (
      folder uuid not null,
      path text collate "C" not null,
      cid text not null,
      size bigint not null,
      total bigint not null,
      bytes bigint not null,
      blocks bigint not null,
      node text,
      is_held boolean not null default false,
      primary key (folder, path)
    )`,
  // For content that a Kubo node holds: is it a file of an open folder?
  sql`create index on storage.folder_file (cid) where is_held`,
  sql`
    create table storage.name (
      name text primary key,
      record bytea not null,
      value text not null,
      sequence bigint not null,
      valid_until timestamptz not null,
      ttl_ms bigint not null,
      routed_at timestamptz,
      routing_error text,
      updated_at timestamptz not null
    )`,
  sql`
    create table storage.name_owner (
      chain text not null,
      owner text not null,
      name text not null references storage.name on delete cascade,
      created_at timestamptz not null,
      primary key (chain, owner, name)
    )`,
  sql`create index on storage.name_owner (name)`,
]
