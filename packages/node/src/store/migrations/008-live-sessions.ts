import { type Kysely, sql } from 'kysely'

/**
 * Sessions that have not ended, so that all sessions of a wallet or of a key can be ended; and up to when each chain
 * was read for changed keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.session (
      token_id text primary key,
      chain text not null,
      wallet text not null,
      public_key text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on node.session (chain, wallet, expires_at)`.execute(db)
  await sql`create index on node.session (expires_at)`.execute(db)
  await sql`create table node.key_watch (chain text primary key, read_to text not null)`.execute(db)
}
