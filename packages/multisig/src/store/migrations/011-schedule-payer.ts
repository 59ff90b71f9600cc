import { budgetTable } from '@quorate/platform'
import { type Kysely, sql } from 'kysely'

/** The service may pay for owners: `paid` drafts name it as payer, and what it pays is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of budgetTable('multisig.spending')) await statement.execute(db)
  await sql`alter table multisig.draft add column paid boolean not null default false`.execute(db)
  await sql`alter table multisig.draft drop constraint draft_pkey`.execute(db)
  await sql`alter table multisig.draft add primary key (job_id, sender, kind, paid, expires_at)`.execute(db)
}
