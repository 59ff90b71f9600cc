import { type Kysely, sql } from 'kysely'

/** What an account counts for among the eligible ones may be known before what its vote weighs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.weight alter column weight drop not null`.execute(db)
}
