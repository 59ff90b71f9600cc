import { type Kysely, sql } from 'kysely'

/** An account's part of the eligible weight may be known before the weight of its vote, which is then null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.weight alter column weight drop not null`.execute(db)
}
