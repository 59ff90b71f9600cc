import { type Kysely, sql } from 'kysely'

/**
 * A timed request is executed at `execute_at`. It may stay open for months, so an account's open requests are counted
 * by an index of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table multisig.request add column execute_at timestamptz`.execute(db)
  await sql`
    create index request_open on multisig.request (chain, requester) where state in ('pending', 'executing')`.execute(
    db,
  )
}
