import type { Change } from '@quorate/platform'
import type { Insertable, Selectable } from 'kysely'
import type { Before } from '../model/request.ts'
import type { Read, Tables } from './tables.ts'

export type Reminder = Selectable<Tables['multisig.reminder']>

export const findReminder = (read: Read, chain: string, account: string): Promise<Reminder | undefined> =>
  read
    .selectFrom('multisig.reminder')
    .selectAll()
    .where('chain', '=', chain)
    .where('account', '=', account)
    .executeTakeFirst()

/** The accounts among these that want a reminder this long before. */
export async function remindersOf(
  read: Read,
  { chain, accounts, before }: { chain: string; accounts: string[]; before: Before },
): Promise<Reminder[]> {
  if (accounts.length === 0) return []
  const found = await read
    .selectFrom('multisig.reminder')
    .selectAll()
    .where('chain', '=', chain)
    .where('account', 'in', accounts)
    .execute()
  return found.filter((reminder) => reminder.before.includes(before))
}

export async function replaceReminder(
  trx: Change<Tables>,
  reminder: Insertable<Tables['multisig.reminder']>,
): Promise<void> {
  const { chain, account, ...rest } = reminder
  await trx
    .insertInto('multisig.reminder')
    .values(reminder)
    .onConflict((conflict) => conflict.columns(['chain', 'account']).doUpdateSet(rest))
    .execute()
}

export async function deleteReminder(trx: Change<Tables>, chain: string, account: string): Promise<void> {
  await trx.deleteFrom('multisig.reminder').where('chain', '=', chain).where('account', '=', account).execute()
}

/** Records that an account is reminded; false if it already was. */
export async function noteReminded(
  trx: Change<Tables>,
  reminded: { job_id: string; account: string; before: Before },
): Promise<boolean> {
  const noted = await trx
    .insertInto('multisig.reminded')
    .values(reminded)
    .onConflict((conflict) => conflict.doNothing())
    .returning('job_id')
    .execute()
  return noted.length > 0
}
