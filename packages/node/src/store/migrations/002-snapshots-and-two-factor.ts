import { type Kysely, sql } from 'kysely'

/** Snapshots of who holds a token, and the second factors of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.snapshot (
      id text primary key,
      chain text not null,
      token text not null,
      sender text not null,
      status text not null,
      holders integer not null,
      at text,
      files jsonb,
      error text,
      created_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db)
  await sql`
    create table node.two_factor (
      chain text not null,
      wallet text not null,
      factor text not null,
      secret bytea not null,
      status text not null,
      last_step bigint not null,
      failures integer not null,
      locked_until timestamptz,
      created_at timestamptz not null,
      primary key (chain, wallet)
    )`.execute(db)
}
