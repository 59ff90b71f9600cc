import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** Budgets become free again little by little instead of every hour. The counts of the last hour are dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table governance.spending`.execute(db)
  for (const statement of budgetTable('governance.spending')) await statement.execute(db)
}
