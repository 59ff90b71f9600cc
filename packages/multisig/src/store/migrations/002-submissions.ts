import { type Kysely, sql } from 'kysely'

/**
 * `submitted` holds the hashes (SHA-384, hex) of what was submitted of a request, by which it is known whether what the ledger executed under
 * its id was this request. The index counts what somebody has asked for and never brought to success.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.request add column submitted text[] not null default '{}'`.execute(db)
  await sql`
    create index request_unsettled on multisig.request (chain, requester, created_at) where state <> 'success'`.execute(
    db,
  )
}
