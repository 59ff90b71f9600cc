import { type Kysely, sql } from 'kysely'

/** The chain of each network key; and the signatures under conditions whose transactions may still be executed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table node.network_key (public_key text primary key, chain text not null)`.execute(db)
  await sql`
    create table node.cosigned (
      chain text not null,
      entity text not null,
      wallet text not null,
      transaction_id text not null,
      expires_at timestamptz not null,
      primary key (chain, entity, transaction_id)
    )`.execute(db)
  await sql`create index on node.cosigned (expires_at)`.execute(db)
}
