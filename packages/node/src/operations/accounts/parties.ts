import { AccountId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import type { Facts } from '../checks.ts'
import { Memo } from '../fields.ts'

/** Who gives and who gets. */
export const Parties = { from: AccountId, to: AccountId, memo: Type.Optional(Memo) }

/** @throws 422 for an account that is not there, or both the same */
export async function checkParties({ from, to }: { from: string; to: string }, facts: Facts) {
  if (from === to) throw unprocessable('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS', `from and to are both ${from}`)
  const [giver, receiver] = await Promise.all([facts.account(from, 'from'), facts.account(to, 'to')])
  return { giver, receiver }
}
