import { type Kysely, sql } from 'kysely'

/** Adds an index to find records of a topic by their consensus timestamp. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on governance.record (dao_id, consensus_timestamp)`.execute(db)
}
