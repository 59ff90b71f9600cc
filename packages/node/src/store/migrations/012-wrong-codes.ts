import { type Kysely, sql } from 'kysely'

/** The wrong codes of a second factor that a session sent in a row, counted apart from those of logins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.session add column wrong_codes integer not null default 0`.execute(db)
}
