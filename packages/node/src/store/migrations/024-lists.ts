import { type Kysely, sql } from 'kysely'

/** What is bound to validators is listed by owner, and what decisions opened by topic and by who handed it in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.intent add column sequence bigint generated always as identity`.execute(db)
  await sql`create index on node.intent (chain, owner, sequence) where entity is not null`.execute(db)
  await sql`alter table node.opening add column sequence bigint generated always as identity`.execute(db)
  await sql`create index on node.opening (chain, topic_id, sequence)`.execute(db)
  await sql`create index on node.opening (chain, wallet, sequence)`.execute(db)
}
