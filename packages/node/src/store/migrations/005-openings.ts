import { type Kysely, sql } from 'kysely'

/**
 * Openings of decisions: the bytes that were answered for a decision, and the transactions that the network signed for
 * it. Payments of the node are counted by purpose and by wallet. An intent keeps the body that its entity must come
 * from, and the wallet that asked for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.offer (
      chain text not null,
      topic_id text not null,
      consensus_timestamp text not null,
      wallet text not null,
      sender text not null,
      transaction_id text not null,
      node_id text not null,
      expires_at timestamptz not null,
      request jsonb not null,
      answer jsonb not null,
      primary key (chain, topic_id, consensus_timestamp, wallet, sender)
    )`.execute(db)
  await sql`create unique index on node.offer (chain, transaction_id)`.execute(db)
  await sql`create index on node.offer (chain, wallet)`.execute(db)
  await sql`
    create table node.opening (
      chain text not null,
      transaction_id text not null,
      topic_id text not null,
      consensus_timestamp text not null,
      node_id text not null,
      expires_at timestamptz not null,
      parts jsonb,
      state text not null,
      primary key (chain, transaction_id)
    )`.execute(db)
  await sql`create index on node.opening (chain, topic_id, consensus_timestamp)`.execute(db)
  await sql`
    create unique index on node.opening (chain, topic_id, consensus_timestamp) where state = 'claimed'
  `.execute(db)
  await sql`
    insert into node.opening
      (chain, transaction_id, topic_id, consensus_timestamp, node_id, expires_at, parts, state)
    select chain, transaction_id, topic_id, consensus_timestamp, node_id, expires_at, null,
      case when used then 'used' else 'restored' end
    from node.decision`.execute(db)
  await sql`drop table node.decision`.execute(db)
  await sql`drop table node.spending`.execute(db)
  await sql`
    create table node.spending (
      chain text not null,
      hour timestamptz not null,
      purpose text not null,
      wallet text not null,
      tinybars bigint not null,
      primary key (chain, hour, purpose, wallet)
    )`.execute(db)
  await sql`alter table node.intent add column wallet text, add column body_bytes bytea`.execute(db)
  await sql`create index on node.intent (chain, wallet) where entity is null`.execute(db)
}
