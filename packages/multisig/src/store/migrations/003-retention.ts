import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/**
 * Stored bytes are counted, and requests that were rejected, refused or expired are deleted some time after they ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of budgetTable('multisig.storing')) await statement.execute(db)
  await sql`create index request_failed on multisig.request (updated_at) where state = 'error' and not open`.execute(db)
}
