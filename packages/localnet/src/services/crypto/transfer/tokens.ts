import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { tokenNumber } from '#protocol/ids.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { spendToken } from '#services/crypto/allowances.ts'
import { relationForTransfer, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'

type List = proto.ITokenTransferList

/**
 * The rules of accounts that are debited without an allowance, and of receivers that require their signature. Checks
 * that the token exists.
 */
export function tokenSigners({ token, transfers }: List, state: State): KeyRule[] {
  check(state.tokens.get(tokenNumber(token)) !== undefined, 'INVALID_TOKEN_ID')
  const rules: KeyRule[] = []
  for (const { accountID, amount, isApproval } of transfers ?? []) {
    const account = state.account(accountID)
    const value = int64(amount)
    check(account !== undefined || value >= 0n, 'INVALID_ACCOUNT_ID')
    if (account && value < 0n && !isApproval) rules.push(account.key.rule)
    if (account?.receiverSigRequired && value > 0n) rules.push(account.key.rule)
  }
  return rules
}

/** Moves a fungible token. The whole list is checked before anything moves, because debits may come after credits. */
export function applyTokens(list: List, context: HandleContext): void {
  const { state } = context
  const token = usableToken(state, list.token)
  const transfers = list.transfers ?? []
  const expected = list.expectedDecimals?.value
  if (token.type === 'FUNGIBLE_COMMON' && expected != null)
    check(token.decimals === expected, 'UNEXPECTED_TOKEN_DECIMALS')
  for (const { accountID, amount, isApproval } of transfers) {
    check(token.type === 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
    const account = usableAccount(state, accountID)
    const value = int64(amount)
    if (value < 0n && isApproval) spendToken(state, account.num, token.num, context.payer, -value)
    const relation = relationForTransfer(state, account, token)
    const balance = relation.balance + value
    check(balance >= 0n, 'INSUFFICIENT_TOKEN_BALANCE')
    if (value !== 0n) state.putRelation({ ...relation, balance })
  }
}
