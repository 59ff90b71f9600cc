import { type Kysely, sql } from 'kysely'

/** Sessions of applications: they have a name, live long, and tell when they were used last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table node.session
      add column application text,
      add column created_at timestamptz,
      add column used_at timestamptz`.execute(db)
}
