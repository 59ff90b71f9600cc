import { type Kysely, sql } from 'kysely'

/** Who last changed the name or the description of a wallet, and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.wallet add column named_by text, add column named_at timestamptz`.execute(db)
}
