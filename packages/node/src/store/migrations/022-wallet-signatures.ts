import { type Kysely, sql } from 'kysely'

/** The ScheduleSigns that the network signed for a DAO's account, which pays them, by who asked for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.wallet_signature (
      chain text not null,
      proposal_id text not null,
      public_key text not null,
      transaction_id text not null,
      expires_at timestamptz not null,
      primary key (chain, proposal_id, public_key, transaction_id)
    )`.execute(db)
  await sql`create index on node.wallet_signature (expires_at)`.execute(db)
}
