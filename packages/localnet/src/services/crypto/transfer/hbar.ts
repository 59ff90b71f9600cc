import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber } from '#protocol/ids.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { spendHbar } from '#services/crypto/allowances.ts'
import { usableAccount } from '#services/validation.ts'
import { adjustHbar } from '#state/hbar.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'
import { isAlias } from './aliases.ts'

type Amounts = readonly proto.IAccountAmount[]

/** 0.0.800 and 0.0.801: only the network may debit them. */
const STAKING_ACCOUNTS = new Set([800, 801])

/** The tinybars that the payer itself gives away. */
export function hbarDebit(amounts: Amounts, payer: number): bigint {
  const own = amounts.find(({ accountID }) => accountNumber(accountID) === payer)
  const amount = int64(own?.amount)
  return amount < 0n ? -amount : 0n
}

/**
 * The rules of accounts that are debited without an allowance, and of receivers that require their signature. Checks
 * that every account exists.
 */
export function hbarSigners(amounts: Amounts, state: State): KeyRule[] {
  const rules: KeyRule[] = []
  for (const { accountID, amount, isApproval } of amounts) {
    const account = state.account(accountID)
    const value = int64(amount)
    check(account !== undefined || (value > 0n && isAlias(accountID)), 'INVALID_ACCOUNT_ID')
    if (!account) continue
    check(value >= 0n || !STAKING_ACCOUNTS.has(account.num), 'INVALID_ACCOUNT_ID')
    if (value < 0n && !isApproval) rules.push(account.key.rule)
    if (value > 0n && account.receiverSigRequired) rules.push(account.key.rule)
  }
  return rules
}

export function applyHbar(amounts: Amounts, { state, payer }: Pick<HandleContext, 'state' | 'payer'>): void {
  for (const { accountID, amount, isApproval } of amounts) {
    const account = usableAccount(state, accountID)
    const value = int64(amount)
    check(value <= 0n || account.num !== FEE_COLLECTION, 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
    if (value < 0n && isApproval) spendHbar(state, account.num, payer, -value)
    adjustHbar(state, account.num, value, 'INSUFFICIENT_ACCOUNT_BALANCE')
  }
}
