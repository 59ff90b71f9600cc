import { type Kysely, sql } from 'kysely'

/** What titles look like stands beside them, so that it is worked out once for each. Proposals from before are not compared. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal add column looks text[] not null default '{}'`.execute(db)
}
