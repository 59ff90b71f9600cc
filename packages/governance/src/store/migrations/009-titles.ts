import { type Kysely, sql } from 'kysely'

/** Adds an index of a DAO's undecided proposals, with which new titles are compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on governance.proposal (dao_id, sequence) where status in ('PENDING', 'ACTIVE')`.execute(db)
}
