/** Confirmed e-mail addresses, and addresses that wait for their code. */
import { takeFrom } from '@quorate/platform'
import { type Selectable, sql } from 'kysely'
import type { Reads, Tables, Writes } from './tables.ts'

export type Confirmation = Selectable<Tables['node.email_confirmation']>

interface User {
  chain: string
  walletId: string
}

/** The confirmed address, and the language for messages to it. */
export const emailOf = (read: Reads, { chain, walletId }: User) =>
  read
    .selectFrom('node.email')
    .select(['address', 'language'])
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .executeTakeFirst()

export const confirmationOf = (read: Reads, { chain, walletId }: User, now: Date): Promise<Confirmation | undefined> =>
  read
    .selectFrom('node.email_confirmation')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Returns a confirmation and locks it until the database transaction ends. */
export const lockedConfirmationOf = (trx: Writes, { chain, walletId }: User, now: Date) =>
  trx
    .selectFrom('node.email_confirmation')
    .selectAll()
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/** Begins a confirmation, in place of an unfinished one. */
export async function beginConfirmation(trx: Writes, row: Omit<Confirmation, 'code_hash' | 'wrong_codes'>) {
  const { chain, wallet, ...rest } = row
  const fresh = { ...rest, code_hash: null, wrong_codes: 0 }
  await trx
    .insertInto('node.email_confirmation')
    .values({ chain, wallet, ...fresh })
    .onConflict((found) => found.columns(['chain', 'wallet']).doUpdateSet(fresh))
    .execute()
}

/** Gives a confirmation a new code; undefined if the confirmation has ended. */
export const setCode = (trx: Writes, { chain, walletId }: User, id: string, codeHash: Uint8Array, now: Date) =>
  trx
    .updateTable('node.email_confirmation')
    .set({ code_hash: codeHash })
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning(['address', 'language'])
    .executeTakeFirst()

export const countWrongCode = (trx: Writes, { chain, walletId }: User) =>
  trx
    .updateTable('node.email_confirmation')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('chain', '=', chain)
    .where('wallet', '=', walletId)
    .execute()

export const deleteConfirmation = (trx: Writes, { chain, walletId }: User) =>
  trx.deleteFrom('node.email_confirmation').where('chain', '=', chain).where('wallet', '=', walletId).execute()

export const replaceEmail = (
  trx: Writes,
  { chain, walletId }: User,
  { address, language }: Pick<Confirmation, 'address' | 'language'>,
  now: Date,
) =>
  trx
    .insertInto('node.email')
    .values({ chain, wallet: walletId, address, language, confirmed_at: now })
    .onConflict((found) => found.columns(['chain', 'wallet']).doUpdateSet({ address, language, confirmed_at: now }))
    .execute()

export const deleteEmail = (trx: Writes, { chain, walletId }: User) =>
  trx.deleteFrom('node.email').where('chain', '=', chain).where('wallet', '=', walletId).execute()

type Args = Parameters<typeof takeFrom>

/** Counts a message. Returns the reason if it must not be sent now. */
export const takeMessage = (trx: Writes, budget: Args[2], holder: Args[3]['holder'], now: number) =>
  takeFrom(trx, 'node.messages', budget, { amount: 1, holder }, now)
