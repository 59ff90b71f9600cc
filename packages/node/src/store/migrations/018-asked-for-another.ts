import { type Kysely, sql } from 'kysely'

/** Conditional signatures that a session asked for with the account of another as the sender are counted apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node.cosigned add column for_another boolean not null default false`.execute(db)
}
