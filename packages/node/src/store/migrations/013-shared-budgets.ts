import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** What the node pays is given back little by little, not at the hour. What was counted in the last hour is forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table node.spending`.execute(db)
  for (const statement of budgetTable('node.spending')) await statement.execute(db)
}
