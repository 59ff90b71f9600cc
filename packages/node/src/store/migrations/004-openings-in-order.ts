import { type Kysely, sql } from 'kysely'

/**
 * When the record of an opening was complete on the node topic, and the hash of its bodies. Older records have neither,
 * and count as earlier than all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.opening add column recorded_at text, add column body_hash text`.execute(db)
}
