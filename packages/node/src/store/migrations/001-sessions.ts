import { type Kysely, sql } from 'kysely'

/** Challenges that wallets sign to log in, the users who did, and the tokens that were logged out before their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.challenge (
      token text primary key,
      sequence bigint generated always as identity,
      chain text not null,
      binding bytea not null,
      payload text not null,
      server_account text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      consumed_at timestamptz
    )`.execute(db)
  await sql`create index on node.challenge (binding, sequence desc)`.execute(db)
  await sql`create index on node.challenge (expires_at)`.execute(db)
  await sql`
    create table node."user" (
      chain text not null,
      wallet text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (chain, wallet)
    )`.execute(db)
  await sql`
    create table node.revocation (
      token_id text primary key,
      revoked_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on node.revocation (revoked_at)`.execute(db)
  await sql`create index on node.revocation (expires_at)`.execute(db)
}
