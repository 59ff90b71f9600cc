import { type Kysely, sql } from 'kysely'

/** The bytes of all snapshots' files are counted. Those of finished snapshots are taken from their `files`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.snapshot add column bytes bigint not null default 0`.execute(db)
  await sql`
    update node.snapshot set bytes = (files->'json'->>'size')::bigint + (files->'csv'->>'size')::bigint
    where files is not null
  `.execute(db)
}
