import { type Kysely, sql } from 'kysely'

/** Keys that a rotation has replaced, and the moves of the entities under them to the new key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.shared_key add column retired_at timestamptz`.execute(db)
  await sql`
    create table node.creation (
      chain text not null,
      transaction_id text not null,
      kind text not null,
      expires_at timestamptz not null,
      primary key (chain, transaction_id)
    )`.execute(db)
  await sql`create index on node.creation (chain, expires_at)`.execute(db)
  await sql`
    create table node.key_move (
      chain text not null,
      entity text not null,
      kind text not null,
      state text not null,
      reason text,
      updated_at timestamptz not null,
      primary key (chain, entity)
    )`.execute(db)
}
