import { type Kysely, sql } from 'kysely'

/**
 * The node's own topic and what it writes there, what is bound to validators, which decisions were used, and what was
 * spent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.submission (
      chain text not null,
      name text not null,
      transaction_id text not null,
      node_id text not null,
      body_bytes bytea not null,
      expires_at timestamptz not null,
      receipt jsonb,
      primary key (chain, name)
    )`.execute(db)
  await sql`
    create table node.intent (
      chain text not null,
      transaction_id text not null,
      node_id text not null,
      kind text not null,
      validator text not null,
      owner text not null,
      expires_at timestamptz not null,
      entity text,
      written boolean not null default false,
      primary key (chain, transaction_id)
    )`.execute(db)
  await sql`create unique index on node.intent (chain, entity)`.execute(db)
  await sql`
    create table node.decision (
      chain text not null,
      topic_id text not null,
      consensus_timestamp text not null,
      transaction_id text not null,
      node_id text not null,
      expires_at timestamptz not null,
      answer jsonb not null,
      used boolean not null default false,
      primary key (chain, topic_id, consensus_timestamp)
    )`.execute(db)
  await sql`create index on node.decision (chain, transaction_id)`.execute(db)
  await sql`
    create table node.spending (
      chain text not null,
      hour timestamptz not null,
      tinybars bigint not null,
      primary key (chain, hour)
    )`.execute(db)
}
