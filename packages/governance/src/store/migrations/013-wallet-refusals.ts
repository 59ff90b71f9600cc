import { type Kysely, sql } from 'kysely'

/** Why the multi-signature service did not open the wallet request that a passed proposal permits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table governance.wallet_refusal (
      proposal_id uuid primary key references governance.proposal on delete cascade,
      code text collate "C",
      message text not null,
      refused_at timestamptz not null
    )`.execute(db)
}
