import { type Kysely, sql } from 'kysely'

/** The device of a session: the `User-Agent` of the login. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.session add column device text`.execute(db)
}
