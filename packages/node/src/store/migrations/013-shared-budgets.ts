import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/**
 * Used budget becomes free again little by little, not at the full hour. What was counted in the last hour is dropped.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table node.spending`.execute(db)
  for (const statement of budgetTable('node.spending')) await statement.execute(db)
}
