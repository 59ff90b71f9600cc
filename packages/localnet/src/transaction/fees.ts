import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from './definition.ts'

/** 1 hbar is 12 cents, so a tinycent is a twelfth of a tinybar. */
export const CENTS_PER_HBAR = 12n

/** The account that collects fees until the end of the staking period, when they are shared out (HIP-1259). */
export const FEE_COLLECTION = 802

/** Accounts that pay no fees: the treasury and the system administrator. */
const EXEMPT_PAYERS = new Set([2, 50])

export function tinybars(tinycents: bigint): bigint {
  return tinycents / CENTS_PER_HBAR
}

export function isExempt(payer: number): boolean {
  return EXEMPT_PAYERS.has(payer)
}

const RATE: proto.IExchangeRate = {
  hbarEquiv: 1,
  centEquiv: Number(CENTS_PER_HBAR),
  expirationTime: { seconds: toLong(4_102_444_800n) },
}

/** The exchange rates in every receipt and in file 0.0.112. They never change. */
export const EXCHANGE_RATES: proto.IExchangeRateSet = { currentRate: RATE, nextRate: RATE }

/** Moves `fee` tinybars from the payer to the fee collection account. */
export function chargeFee(state: State, payer: number, fee: bigint): void {
  if (fee === 0n) return
  const from = state.accounts.get(payer)
  check(from !== undefined && from.balance >= fee, 'INSUFFICIENT_PAYER_BALANCE')
  state.accounts.put(payer, { ...from, balance: from.balance - fee })
  const to = state.accounts.get(FEE_COLLECTION)
  check(to !== undefined, 'FAIL_INVALID')
  state.accounts.put(FEE_COLLECTION, { ...to, balance: to.balance + fee })
}

/**
 * Charges the payer `tinycents` for costs that only handling shows. They come on top of the precheck's fee, and the
 * payer's maximum does not limit them (`HandleContext.tryToChargePayer`). A transaction that fails does not pay them.
 */
export function chargeWhileHandling(context: HandleContext, tinycents: bigint): void {
  if (isExempt(context.payer) || context.isPaidInGas) return
  const amount = tinybars(tinycents)
  chargeFee(context.state, context.payer, amount)
  context.chargedMore += amount
}

/** Gives back a part of a fee that was charged before. */
export function refundFee(state: State, payer: number, amount: bigint): void {
  if (amount === 0n) return
  const from = state.accounts.get(FEE_COLLECTION)
  check(from !== undefined && from.balance >= amount, 'FAIL_INVALID')
  state.accounts.put(FEE_COLLECTION, { ...from, balance: from.balance - amount })
  const to = state.accounts.get(payer)
  check(to !== undefined, 'FAIL_INVALID')
  state.accounts.put(payer, { ...to, balance: to.balance + amount })
}
