import { type Kysely, sql } from 'kysely'

/** `released` counts all that a wallet has ever let go of, `removed` how much of it has been removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table storage.usage add column removed bigint not null default 0`.execute(db)
}
