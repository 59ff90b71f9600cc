import { type Kysely, sql } from 'kysely'

/** What the files of all snapshots take is counted. Those that are done say it themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.snapshot add column bytes bigint not null default 0`.execute(db)
  await sql`
    update node.snapshot set bytes = (files->'json'->>'size')::bigint + (files->'csv'->>'size')::bigint
    where files is not null
  `.execute(db)
}
