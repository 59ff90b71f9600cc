import { type Kysely, sql } from 'kysely'

/** Vetoes against passed proposals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`
    create table governance.veto (
      proposal_id uuid primary key references governance.proposal,
      account text not null,
      reason text,
      proof jsonb not null,
      vetoed_at timestamptz not null
    )`,
]
