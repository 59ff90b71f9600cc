import { type Kysely, sql } from 'kysely'

/**
 * `jsonb` writes numbers out: 1e308 in 309 digits, so that a list of proposals could be fifty times what was sent. `json` keeps their text. And a weight
 * that cannot be told counts among the eligible ones for something else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal alter column proposal_data type json using proposal_data::json`.execute(db)
  await sql`alter table governance.weight add column eligible numeric`.execute(db)
}
