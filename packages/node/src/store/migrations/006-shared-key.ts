import { type Kysely, sql } from 'kysely'

/** The shared key of the network of nodes, and the ceremonies that make it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.ceremony (
      dkg_id text primary key,
      chain text not null,
      seed bytea,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table node.shared_key (
      dkg_id text primary key,
      chain text not null,
      epoch integer not null,
      key jsonb not null,
      share bytea,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create table node.used_nonce (hash text primary key, used_at timestamptz not null)`.execute(db)
}
