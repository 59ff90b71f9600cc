import { type Kysely, sql } from 'kysely'

/**
 * Spoiled transactions of decisions are counted by the wallet that handed them in. A conditional signature keeps the
 * number of its chunks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.opening add column wallet text`.execute(db)
  await sql`alter table node.cosigned add column chunks integer not null default 1`.execute(db)
}
