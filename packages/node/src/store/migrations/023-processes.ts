import { type Kysely, sql } from 'kysely'

/** The processes that run on this database, with the fingerprints of the keys that they must share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.process (
      id uuid primary key,
      host text not null,
      keys jsonb not null,
      seen_at timestamptz not null
    )`.execute(db)
}
