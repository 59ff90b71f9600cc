import { type Kysely, sql } from 'kysely'

/** The notices of requests that accounts want, besides reminders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.reminder add column notices text[] not null default '{}'`.execute(db)
}
