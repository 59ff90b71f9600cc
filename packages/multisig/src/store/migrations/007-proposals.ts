import { type Kysely, sql } from 'kysely'

/** The requests that passed proposals opened. A row stays when its request is deleted: a proposal opens one once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table multisig.opened_proposal (
      chain text not null,
      proposal text not null,
      wallet text not null,
      job_id text not null,
      opened_at timestamptz not null,
      primary key (chain, proposal)
    )`.execute(db)
}
