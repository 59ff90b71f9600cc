import { type Kysely, sql } from 'kysely'

/**
 * `jsonb` writes numbers out: 1e308 in 309 digits, so that a list of proposals could be fifty times as long as what was
 * sent. `json` keeps their text. `eligible` is what an account adds to the eligible weight where its own weight cannot
 * be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal alter column proposal_data type json using proposal_data::json`.execute(db)
  await sql`alter table governance.weight add column eligible numeric`.execute(db)
}
