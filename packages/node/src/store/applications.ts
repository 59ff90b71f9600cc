/** Sessions of applications, in the database. */
import { sql } from 'kysely'
import type { SessionRow } from './sessions.ts'
import type { Reads, Writes } from './tables.ts'

interface Account {
  chain: string
  walletId: string
}

/** The application sessions of a wallet that are valid now, newest first. */
export const applicationsOf = (read: Reads, { chain, walletId }: Account, now: Date): Promise<SessionRow[]> =>
  read
    .selectFrom('node.session')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('application', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('token_id')
    .execute()

/**
 * Stores a session of an application, with the key and the holder of the session `by` that creates it. Returns false if
 * `by` has ended.
 */
export async function insertApplication(
  trx: Writes,
  by: string,
  { tokenId, name, expiresAt, now }: { tokenId: string; name: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('node.session')
    .columns([
      'token_id',
      'chain',
      'wallet',
      'public_key',
      'expires_at',
      'holder',
      'key_hash',
      'application',
      'created_at',
    ])
    .expression(
      trx
        .selectFrom('node.session')
        .select(sql<string>`${tokenId}::text`.as('token_id'))
        .select(['chain', 'wallet', 'public_key'])
        .select(sql<Date>`${expiresAt}::timestamptz`.as('expires_at'))
        .select(['holder', 'key_hash'])
        .select([sql<string>`${name}::text`.as('application'), sql<Date>`${now}::timestamptz`.as('created_at')])
        .where('token_id', '=', by),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findApplication = (
  read: Reads,
  { chain, walletId }: Account,
  tokenId: string,
): Promise<SessionRow | undefined> =>
  read
    .selectFrom('node.session')
    .selectAll()
    .where('token_id', '=', tokenId)
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('application', 'is not', null)
    .executeTakeFirst()
