import { type Kysely, sql } from 'kysely'

/** Requests of one wallet that are reviewed and signed together, as the parts of a list of payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table multisig.request
      add column group_id text,
      add column group_position integer,
      add column group_size integer`.execute(db)
  await sql`create unique index request_group on multisig.request (chain, wallet, group_id, group_position) where group_id is not null`.execute(
    db,
  )
}
