import { type Kysely, sql } from 'kysely'

/** How far the node has read the topic of its shared key, and an index for deleting old nonces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.members_topic (
      chain text not null,
      topic_id text not null,
      read_to text,
      primary key (chain, topic_id)
    )`.execute(db)
  await sql`create index on node.used_nonce (used_at)`.execute(db)
}
