import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** What people may store is counted, and what came to nothing is deleted some time after it ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of budgetTable('multisig.storing')) await statement.execute(db)
  await sql`create index request_failed on multisig.request (updated_at) where state = 'error' and not open`.execute(db)
}
