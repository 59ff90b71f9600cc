import { type Kysely, sql } from 'kysely'

/**
 * Bindings are now read from the memos of creations. The table contains bindings read from the ledger, and those that
 * earlier versions wrote on the node topic.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const change of [
    sql`delete from node.intent where entity is null`,
    sql`update node.intent set written = true`,
    sql`drop index node.intent_chain_owner_sequence_idx`,
    sql`
      alter table node.intent
        drop column node_id,
        drop column expires_at,
        drop column wallet,
        drop column body_bytes,
        alter column entity set not null,
        drop column sequence,
        add column topic_id text,
        add column started bigint`,
    sql`
      update node.intent set started = coalesce(
        nullif(split_part(split_part(transaction_id, '@', 2), '.', 1), '')::bigint * 1000000000
          + nullif(split_part(transaction_id, '.', 4), '')::bigint, 0)`,
    sql`alter table node.intent alter column started set not null`,
    sql`alter table node.intent rename column written to settled`,
    sql`alter table node.intent rename to binding`,
    sql`create index on node.binding (chain, owner, started)`,
  ])
    await change.execute(db)
}
