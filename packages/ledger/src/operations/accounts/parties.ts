import { AccountId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import type { Facts } from '../checks.ts'
import { Memo } from '../fields.ts'

/** The accounts that give and receive in a transfer. */
export const Parties = { from: AccountId, to: AccountId, memo: Type.Optional(Memo) }

/** @throws 422 INVALID_ACCOUNT_ID, ACCOUNT_DELETED, or ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS if both are the same */
export async function checkParties({ from, to }: { from: string; to: string }, facts: Facts) {
  if (from === to) throw unprocessable('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS', `from and to are both ${from}`)
  const [giver, receiver] = await Promise.all([facts.account(from, 'from'), facts.account(to, 'to')])
  return { giver, receiver }
}
