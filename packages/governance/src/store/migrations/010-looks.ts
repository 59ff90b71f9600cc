import { type Kysely, sql } from 'kysely'

/**
 * Adds the forms by which titles are compared, so that they are worked out once for each. Older proposals have none and
 * are not compared.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal add column looks text[] not null default '{}'`.execute(db)
}
