import { type Kysely, sql } from 'kysely'

/** Titles are compared with those of a DAO's proposals that are not decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on governance.proposal (dao_id, sequence) where status in ('PENDING', 'ACTIVE')`.execute(db)
}
