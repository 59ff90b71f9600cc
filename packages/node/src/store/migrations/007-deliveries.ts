import { type Kysely, sql } from 'kysely'

/** Deliveries that are under way, so that the number of each wallet's can be limited. */
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
