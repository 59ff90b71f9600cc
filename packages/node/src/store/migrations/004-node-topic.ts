import { type Kysely, sql } from 'kysely'

/** The node topic of each chain, and up to where its bindings were read back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.topic (
      chain text primary key,
      topic_id text not null,
      read_to text
    )`.execute(db)
}
