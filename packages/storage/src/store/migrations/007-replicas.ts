import { type Kysely, sql } from 'kysely'

/** The content nodes on this database, and which of them has what content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage.node (
      id text primary key,
      host text not null,
      folder text not null,
      addresses jsonb not null,
      is_embedded boolean not null,
      seen_at timestamptz not null
    )`.execute(db)
  await sql`
    create table storage.replica (
      cid text not null,
      node text not null references storage.node on delete cascade,
      since timestamptz not null,
      primary key (cid, node)
    )`.execute(db)
  await sql`create index on storage.replica (node, since)`.execute(db)
}
