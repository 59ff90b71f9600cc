import { type Kysely, sql } from 'kysely'

/** Signatures that were taken while the mirror was away are not `confirmed` until their keys are seen on the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.event add column confirmed boolean not null default true`.execute(db)
}
