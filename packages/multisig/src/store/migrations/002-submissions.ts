import { type Kysely, sql } from 'kysely'

/**
 * `submitted` holds the hashes (SHA-384, hex) of a request's submitted transactions: they tell whether the ledger
 * executed this request under its id. The index counts an account's requests without success.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.request add column submitted text[] not null default '{}'`.execute(db)
  await sql`
    create index request_unsettled on multisig.request (chain, requester, created_at) where state <> 'success'`.execute(
    db,
  )
}
