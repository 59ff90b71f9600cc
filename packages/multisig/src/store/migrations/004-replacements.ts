import { type Kysely, sql } from 'kysely'

/**
 * Requests that replace others. At most one of the requests with the same `slot` may be executed. The slot is the
 * `job_id` of the first of them. A replacement may have the transaction id of the replaced request,
 * `replaced_transaction`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table multisig.request
      add column replaces text,
      add column replaced_transaction text,
      add column slot text,
      drop constraint request_chain_transaction_id_key`.execute(db)
  await sql`create index request_transaction on multisig.request (chain, transaction_id)`.execute(db)
  await sql`create unique index request_own_transaction on multisig.request (chain, transaction_id) where replaces is null`.execute(
    db,
  )
  await sql`create index request_slot on multisig.request (slot, sequence) where slot is not null`.execute(db)
}
