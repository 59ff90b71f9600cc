import { type Kysely, sql } from 'kysely'

/**
 * Logins of wallets, which several owners sign, and the sessions of wallets: who holds them, and the hash of the key
 * that the wallet had.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.wallet_login (
      id text primary key,
      sequence bigint generated always as identity,
      chain text not null,
      wallet text not null,
      holder text not null,
      holder_key text not null,
      payload text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index on node.wallet_login (chain, wallet, sequence desc)`.execute(db)
  await sql`create index on node.wallet_login (chain, holder, sequence desc)`.execute(db)
  await sql`create index on node.wallet_login (expires_at)`.execute(db)
  await sql`
    create table node.wallet_login_signature (
      login text not null references node.wallet_login on delete cascade,
      public_key text not null,
      signature bytea not null,
      created_at timestamptz not null,
      primary key (login, public_key)
    )`.execute(db)
  await sql`alter table node.session add column holder text`.execute(db)
  await sql`alter table node.session add column key_hash text`.execute(db)
  await sql`create index on node.session (chain, holder) where holder is not null`.execute(db)
}
