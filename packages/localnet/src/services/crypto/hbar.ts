import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'

/**
 * Changes an account's balance by `amount` tinybars.
 *
 * @throws StatusError with `insufficient` if the balance would become negative
 */
export function adjustHbar(state: State, num: number, amount: bigint, insufficient: ResponseCode): void {
  const account = state.accounts.get(num)
  check(account !== undefined, 'INVALID_ACCOUNT_ID')
  const balance = account.balance + amount
  check(balance >= 0n, insufficient)
  if (amount !== 0n) state.accounts.put(num, { ...account, balance })
}

export function moveHbar(state: State, from: number, to: number, amount: bigint, insufficient: ResponseCode): void {
  adjustHbar(state, from, -amount, insufficient)
  adjustHbar(state, to, amount, insufficient)
}
