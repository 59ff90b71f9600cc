import { type Kysely, sql } from 'kysely'

/** Pins with their owners, what each owner uses, and what a node with pins of its own holds for us. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )`.execute(db)
  await sql`create index on storage.pin (cid)`.execute(db)
  await sql`create index on storage.pin (chain, owner, sequence desc)`.execute(db)
  await sql`
    create table storage.usage (
      chain text not null,
      owner text not null,
      bytes bigint not null,
      primary key (chain, owner)
    )`.execute(db)
  await sql`
    create table storage.held (
      cid text primary key,
      since timestamptz not null
    )`.execute(db)
}
