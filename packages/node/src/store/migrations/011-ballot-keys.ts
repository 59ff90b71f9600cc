import { type Kysely, sql } from 'kysely'

/** The node's parts of ballot keys for secret votes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table node.ballot_key (
      public_key text primary key,
      chain text not null,
      purpose text not null,
      ends_at timestamptz not null,
      share bytea not null,
      shared jsonb
    )`.execute(db)
  await sql`create index on node.ballot_key (ends_at)`.execute(db)
}
