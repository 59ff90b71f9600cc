import { type Kysely, sql } from 'kysely'

/** Proposals that pass unless objections stop them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table governance.proposal add column optimistic boolean not null default false`.execute(db)
}
