import { type Kysely, sql } from 'kysely'

/** IPNS records, and the wallets that keep them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
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
