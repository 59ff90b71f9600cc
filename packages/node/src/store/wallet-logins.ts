/** Logins of wallets, their signatures, and how often owners ended a wallet's sessions. */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type WalletLoginRow = Omit<Selectable<Tables['node.wallet_login']>, 'sequence'>

/**
 * Stores a login. Keeps at most `most` logins per holder, and per wallet and holder's key, and deletes the oldest
 * others, used or not. So nobody can fill the table with requests.
 */
export async function insertWalletLogin(trx: Writes, row: WalletLoginRow, most: number): Promise<void> {
  await trx.insertInto('node.wallet_login').values(row).execute()
  const { chain, wallet, holder, holder_key } = row
  for (const asked of [sql`holder = ${holder}`, sql`wallet = ${wallet} and holder_key = ${holder_key}`])
    await sql`
      delete from node.wallet_login where id in (
        select id from node.wallet_login where chain = ${chain} and ${asked}
        order by sequence desc offset ${most})`.execute(trx)
}

export const walletLogin = (read: Reads, id: string): Promise<WalletLoginRow | undefined> =>
  read.selectFrom('node.wallet_login').selectAll().where('id', '=', id).executeTakeFirst()

/** Returns a login and locks its row until the database transaction ends. */
export const lockedWalletLogin = (trx: Writes, id: string): Promise<WalletLoginRow | undefined> =>
  trx.selectFrom('node.wallet_login').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The newest open logins of a wallet that were made before `madeBefore`. */
export const openWalletLogins = (
  read: Reads,
  chain: string,
  wallet: string,
  { now, madeBefore, limit }: { now: Date; madeBefore: Date; limit: number },
): Promise<WalletLoginRow[]> =>
  read
    .selectFrom('node.wallet_login')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', madeBefore)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

/** Consumes a login; returns false if it was already used or has expired. */
export async function useWalletLogin(trx: Writes, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('node.wallet_login')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes the open logins of a wallet. Returns how many it deleted. */
export async function deleteOpenWalletLogins(trx: Writes, chain: string, wallet: string, now: Date): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('node.wallet_login')
    .where('chain', '=', chain)
    .where('wallet', '=', wallet)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The signatures of logins, in order of arrival. */
export const walletLoginSignatures = (read: Reads, ids: readonly string[]) =>
  read
    .selectFrom('node.wallet_login_signature')
    .select(['login', 'public_key', 'created_at'])
    .where('login', 'in', ids.length > 0 ? ids : [''])
    .orderBy('created_at')
    .orderBy('public_key')
    .execute()

/** Stores signatures of a login. Each key counts once. */
export const insertWalletLoginSignatures = (trx: Writes, rows: Selectable<Tables['node.wallet_login_signature']>[]) =>
  trx
    .insertInto('node.wallet_login_signature')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

type Revoker = Pick<Tables['node.wallet_revocation'], 'chain' | 'wallet' | 'public_key'>

/** The expiry times of a key's revocations of a wallet's sessions that lie between two times, oldest first. */
export async function walletRevocations(trx: Writes, by: Revoker, after: Date, until: Date): Promise<Date[]> {
  const rows = await trx
    .selectFrom('node.wallet_revocation')
    .select('expires_at')
    .where('chain', '=', by.chain)
    .where('wallet', '=', by.wallet)
    .where('public_key', '=', by.public_key)
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .execute()
  return rows.map(({ expires_at }) => expires_at)
}

export const insertWalletRevocation = (trx: Writes, by: Revoker, expiresAt: Date) =>
  trx
    .insertInto('node.wallet_revocation')
    .values({ id: randomUUID(), ...by, expires_at: expiresAt })
    .execute()
