/** Second factors. */
import type { Selectable, Updateable } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type TwoFactorRow = Selectable<Tables['node.two_factor']>

interface User {
  chain: string
  walletId: string
}

const ofUser = (read: Reads, { chain, walletId }: User) =>
  read.selectFrom('node.two_factor').selectAll().where('chain', '=', chain).where('wallet', '=', walletId)

export const twoFactorOf = (read: Reads, user: User): Promise<TwoFactorRow | undefined> =>
  ofUser(read, user).executeTakeFirst()

/** Returns a second factor and locks its row until the database transaction ends. */
export const lockedTwoFactorOf = (trx: Writes, user: User): Promise<TwoFactorRow | undefined> =>
  ofUser(trx, user).forUpdate().executeTakeFirst()

export const updateTwoFactor = (
  trx: Writes,
  { chain, walletId }: User,
  values: Updateable<Tables['node.two_factor']>,
) => trx.updateTable('node.two_factor').set(values).where('chain', '=', chain).where('wallet', '=', walletId).execute()

export const deleteTwoFactor = (trx: Writes, { chain, walletId }: User) =>
  trx.deleteFrom('node.two_factor').where('chain', '=', chain).where('wallet', '=', walletId).execute()

/** Begins a setup, in place of one that was never verified; returns false if a second factor is active. */
export async function beginTwoFactor(
  trx: Writes,
  { chain, walletId }: User,
  fresh: Pick<TwoFactorRow, 'factor' | 'secret' | 'created_at'>,
): Promise<boolean> {
  const values = { ...fresh, status: 'PENDING' as const, last_step: 0n }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('node.two_factor')
    .values({ chain, wallet: walletId, failures: 0, locked_until: null, ...values })
    .onConflict((found) =>
      found.columns(['chain', 'wallet']).doUpdateSet(values).where('node.two_factor.status', '=', 'PENDING'),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
