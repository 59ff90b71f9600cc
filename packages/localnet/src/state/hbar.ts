import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Account } from '#state/entities.ts'
import type { Rows } from '#state/table.ts'

interface Accounts {
  readonly accounts: Rows<number, Account>
}

/**
 * Changes an account's balance by `amount` tinybars.
 *
 * @throws StatusError with `insufficient` if the balance would become negative
 */
export function adjustHbar(state: Accounts, num: number, amount: bigint, insufficient: ResponseCode): void {
  const account = state.accounts.get(num)
  check(account !== undefined, 'INVALID_ACCOUNT_ID')
  const balance = account.balance + amount
  check(balance >= 0n, insufficient)
  if (amount !== 0n) state.accounts.put(num, { ...account, balance })
}

export function moveHbar(state: Accounts, from: number, to: number, amount: bigint, insufficient: ResponseCode): void {
  adjustHbar(state, from, -amount, insufficient)
  adjustHbar(state, to, amount, insufficient)
}
