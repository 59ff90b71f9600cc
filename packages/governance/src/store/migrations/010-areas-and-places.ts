import { type Kysely, sql } from 'kysely'

/**
 * Delegations for areas, proposals about areas, and delegations that new rules have ended. Also the time when a record
 * had fully reached the ledger, the record of a veto, and comments whose texts were deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table governance.delegation
      add column area text collate "C",
      add column ended_at timestamptz`.execute(db)
  await sql`alter table governance.proposal add column area text collate "C"`.execute(db)
  await sql`alter table governance.record add column completed_timestamp text`.execute(db)
  await sql`alter table governance.veto add column record_id bigint references governance.record`.execute(db)
  await sql`alter table governance.comment add column deleted_at timestamptz`.execute(db)
}
