import { type Kysely, sql } from 'kysely'

/** Which deliveries are under way, so that one wallet has a bounded number of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.delivery (
      id text primary key,
      chain text not null,
      wallet text not null,
      started_at timestamptz not null
    )`.execute(db)
  await sql`create index on node.delivery (chain, wallet)`.execute(db)
}
