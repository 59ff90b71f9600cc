import { type Kysely, sql } from 'kysely'

/** Finds the requests that gave an account an allowance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index request_spender on multisig.request
      (chain, (payload -> 'operation' -> 'body' ->> 'spenderAccountId'), wallet)
      where operation = 'operation' and payload -> 'operation' ->> 'path' = '/accounts/allowance/approve'`.execute(db)
}
