import type { Change } from '@quorate/platform'
import type { Insertable, Selectable } from 'kysely'
import type { Before, NoticeKind, Request } from '../model/request.ts'
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

/**
 * Those of the accounts that want this notice of a request, and have signed or requested something in its wallet
 * before. (Anybody can make a wallet that names strangers as owners.) A new owner cannot have signed there yet, so both
 * the account and the requester must know a common wallet.
 */
export async function noticedOf(
  read: Read,
  { chain, wallet, requester }: Pick<Request, 'chain' | 'wallet' | 'requester'>,
  { accounts, kind }: { accounts: string[]; kind: NoticeKind },
): Promise<Reminder[]> {
  if (accounts.length === 0) return []
  const source = wallet ?? requester
  const found = await read
    .selectFrom('multisig.reminder as r')
    .selectAll('r')
    .where('r.chain', '=', chain)
    .where('r.account', 'in', accounts)
    .where((where) =>
      where.or([
        where('r.account', '=', source),
        where.exists(
          where
            .selectFrom('multisig.acquaintance as a')
            .select('a.account')
            .whereRef('a.chain', '=', 'r.chain')
            .whereRef('a.account', '=', 'r.account')
            .where('a.source', '=', source)
            .where('a.standing', '=', 'known'),
        ),
        ...(kind === 'owner'
          ? [
              where.exists(
                where
                  .selectFrom('multisig.acquaintance as a')
                  .innerJoin('multisig.acquaintance as b', (join) =>
                    join.onRef('b.chain', '=', 'a.chain').onRef('b.source', '=', 'a.source'),
                  )
                  .select('a.account')
                  .whereRef('a.chain', '=', 'r.chain')
                  .whereRef('a.account', '=', 'r.account')
                  .where('b.account', '=', requester)
                  .where('a.standing', '=', 'known')
                  .where('b.standing', '=', 'known'),
              ),
            ]
          : []),
      ]),
    )
    .execute()
  return found.filter(({ notices }) => notices.includes(kind))
}

/** Records that an account gets a reminder; false if it already got it. */
export async function noteReminded(
  trx: Change<Tables>,
  reminded: { job_id: string; account: string; before: Before | NoticeKind },
): Promise<boolean> {
  const noted = await trx
    .insertInto('multisig.reminded')
    .values(reminded)
    .onConflict((conflict) => conflict.doNothing())
    .returning('job_id')
    .execute()
  return noted.length > 0
}
