/** Sessions that have not ended. */
import type { Insertable, Selectable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type SessionRow = Selectable<Tables['node.session']>

export const insertSession = (trx: Writes, session: Insertable<Tables['node.session']>) =>
  trx.insertInto('node.session').values(session).execute()

/** A chain's unexpired sessions, newest first. */
const liveSessions = (read: Reads, chain: string, now: Date) =>
  read
    .selectFrom('node.session')
    .selectAll()
    .where('chain', '=', chain)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('token_id')

interface Account {
  chain: string
  walletId: string
}

/** A wallet's sessions from logins, newest first, after skipping `offset` sessions. */
export const sessionsOf = (read: Reads, { chain, walletId }: Account, now: Date, offset: number) =>
  liveSessions(read, chain, now)
    .where('wallet', '=', walletId)
    .where('application', 'is', null)
    .offset(offset)
    .execute()

/** A wallet's sessions, and the sessions of other wallets that it holds. */
export const sessionsWith = (read: Reads, { chain, walletId }: Account, now: Date) =>
  liveSessions(read, chain, now)
    .where(({ eb, or }) => or([eb('wallet', '=', walletId), eb('holder', '=', walletId)]))
    .execute()

/** A wallet's session from a login, if it has neither ended nor expired. */
export const findSession = (read: Reads, { chain, walletId }: Account, tokenId: string, now: Date) =>
  liveSessions(read, chain, now)
    .where('wallet', '=', walletId)
    .where('application', 'is', null)
    .where('token_id', '=', tokenId)
    .executeTakeFirst()

export const setUsedAt = (trx: Writes, tokenId: string, now: Date) =>
  trx.updateTable('node.session').set({ used_at: now }).where('token_id', '=', tokenId).execute()

/** Whether a session has neither ended nor expired. */
export const isLive = async (read: Reads, chain: string, tokenId: string, now: Date): Promise<boolean> =>
  (await liveSessions(read, chain, now).where('token_id', '=', tokenId).executeTakeFirst()) !== undefined

/** Whether a session has not ended; it may have expired. */
export const sessionExists = async (read: Reads, tokenId: string): Promise<boolean> =>
  (await read.selectFrom('node.session').select('token_id').where('token_id', '=', tokenId).executeTakeFirst()) !==
  undefined

/** How many wrong second-factor codes a session has sent in a row; undefined if the session has ended. */
export async function wrongCodesOf(read: Reads, tokenId: string): Promise<number | undefined> {
  const row = await read
    .selectFrom('node.session')
    .select('wrong_codes')
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
  return row?.wrong_codes
}

export const setWrongCodes = (trx: Writes, tokenId: string, count: number) =>
  trx.updateTable('node.session').set({ wrong_codes: count }).where('token_id', '=', tokenId).execute()

/** The accounts that have or hold sessions on a chain. */
export async function walletsWithSessions(read: Reads, chain: string, now: Date): Promise<Set<string>> {
  const rows = await read
    .selectFrom('node.session')
    .select(['wallet', 'holder'])
    .distinct()
    .where('chain', '=', chain)
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.flatMap(({ wallet, holder }) => (holder === null ? [wallet] : [wallet, holder])))
}

/** Deletes all sessions and all unfinished logins, including their signatures. */
export async function deleteLogins(trx: Writes): Promise<void> {
  for (const table of ['node.session', 'node.challenge', 'node.wallet_login'] as const)
    await trx.deleteFrom(table).execute()
}
