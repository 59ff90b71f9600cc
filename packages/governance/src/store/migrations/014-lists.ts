import { type Kysely, sql } from 'kysely'

/** Finds the DAOs of a member, the newest DAOs of a chain, and a DAO's proposals by their status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index if not exists member_account on governance.member (account, id)`.execute(db)
  await sql`create index if not exists dao_chain on governance.dao (chain, sequence)`.execute(db)
  await sql`create index if not exists proposal_status on governance.proposal (dao_id, status, sequence)`.execute(db)
}
