import { type Kysely, sql } from 'kysely'

/** Adds whether the creator of a cancelled proposal has signed the cancellation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal add column cancel_signed boolean not null default false`.execute(db)
}
