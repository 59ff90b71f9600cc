import type { TreasuryAccount } from '../model/treasury.ts'
import type { Read, Trx } from './tables.ts'

/** The accounts that a DAO's owner names as its treasury, the oldest first. */
export async function treasuryOf(read: Read, daoId: string): Promise<TreasuryAccount[]> {
  const rows = await read
    .selectFrom('governance.treasury')
    .selectAll()
    .where('dao_id', '=', daoId)
    .orderBy('named_at')
    .orderBy('account')
    .execute()
  return rows.map(({ account, label, named_at }) => ({ account, label, namedAt: named_at }))
}

/** Names an account, or changes its label. */
export async function nameAccount(
  trx: Trx,
  { daoId, account, label, namedAt }: TreasuryAccount & { daoId: string },
): Promise<void> {
  await trx
    .insertInto('governance.treasury')
    .values({ dao_id: daoId, account, label, named_at: namedAt })
    .onConflict((on) => on.columns(['dao_id', 'account']).doUpdateSet({ label }))
    .execute()
}

/** Returns false if it was not named. */
export async function unnameAccount(trx: Trx, daoId: string, account: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('governance.treasury')
    .where('dao_id', '=', daoId)
    .where('account', '=', account)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
