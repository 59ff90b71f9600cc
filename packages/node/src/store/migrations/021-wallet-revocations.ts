import { type Kysely, sql } from 'kysely'

/** Who ended all sessions of a wallet: one key may do so a few times a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.wallet_revocation (
      id text primary key,
      chain text not null,
      wallet text not null,
      public_key text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on node.wallet_revocation (chain, wallet, public_key)`.execute(db)
  await sql`create index on node.wallet_revocation (expires_at)`.execute(db)
}
