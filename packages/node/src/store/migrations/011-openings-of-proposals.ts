import { type Kysely, sql } from 'kysely'

/**
 * Openings are found by proposal, too: a proposal that governance decided again, under another timestamp, is the same
 * decision.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.opening add column proposal_id text`.execute(db)
  await sql`create index on node.opening (chain, topic_id, proposal_id)`.execute(db)
  await sql`
    create unique index on node.opening (chain, topic_id, proposal_id) where state = 'claimed'
  `.execute(db)
}
