import { type Kysely, sql } from 'kysely'

/** Sessions of applications. They have a name and a time of last use, and live long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table node.session
      add column application text,
      add column created_at timestamptz,
      add column used_at timestamptz`.execute(db)
}
