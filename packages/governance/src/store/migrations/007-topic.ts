import { type Kysely, sql } from 'kysely'

/** What stands on a topic is looked for by its time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on governance.record (dao_id, consensus_timestamp)`.execute(db)
}
