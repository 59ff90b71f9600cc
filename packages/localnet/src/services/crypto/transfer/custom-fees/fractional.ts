import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { check } from '#protocol/status-error.ts'
import { type FractionalFee, feesOf, isExempt } from '#services/fee-schedule.ts'
import type { Token } from '#state/entities.ts'
import { assessFixedFee } from './fixed.ts'
import { type Amounts, add, type Level } from './level.ts'

const sum = (amounts: ReadonlyMap<number, bigint>): bigint => [...amounts.values()].reduce((a, b) => a + b, 0n)

/**
 * Assesses the fractional fees on the units that `sender` gives away. An account with a second entry, by an allowance,
 * may receive more than it gives. Its fees would be negative, so the transfer is refused.
 */
export function assessFractionalFees(level: Level, token: Token, sender: number): void {
  const input = level.inputOf(token.num)
  const debit = -(input.get(sender) ?? 0n)
  check(debit > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
  let unitsLeft = debit
  for (const fee of feesOf(token)) {
    if (fee.kind !== 'fractional' || isExempt(token, fee, sender)) continue
    const credits = payingCredits(input, token, fee)
    if (credits.size === 0) continue
    if (fee.netOfTransfers) addFee(level, token, sender, fee, debit)
    else unitsLeft -= reclaimFee(level, token, fee, debit, credits)
    check(unitsLeft >= 0n, 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE')
  }
}

/** The amounts of the receivers that are not exempt from the fee. */
function payingCredits(amounts: ReadonlyMap<number, bigint>, token: Token, fee: FractionalFee): Amounts {
  return new Map([...amounts].filter(([account, amount]) => amount > 0n && !isExempt(token, fee, account)))
}

function fractionOf({ numerator, denominator, minimum, maximum }: FractionalFee, units: bigint): bigint {
  const nominal = (units * numerator) / denominator
  check(nominal <= INT64_MAX, 'CUSTOM_FEE_OUTSIDE_NUMERIC_RANGE')
  const atLeast = nominal > minimum ? nominal : minimum
  return maximum > 0n && atLeast > maximum ? maximum : atLeast
}

/** Adds a fee that is net of transfers: the sender pays it on top. */
function addFee(level: Level, token: Token, sender: number, fee: FractionalFee, debit: bigint): void {
  const amount = fractionOf(fee, debit)
  assessFixedFee(level, token, sender, { ...fee, kind: 'fixed', token: token.num, amount })
}

/** Takes the sender's share of the fee from the receivers' amounts; returns the units taken. */
function reclaimFee(level: Level, token: Token, fee: FractionalFee, debit: bigint, credits: Amounts): bigint {
  const amounts = level.adjusted.get(token.num) ?? new Map()
  const debits = [...level.inputOf(token.num)].filter(
    ([account, amount]) => amount < 0n && !isExempt(token, fee, account),
  )
  const nonExempt = sum(credits)
  const whole = fractionOf(fee, nonExempt)
  const owed = (debit * whole) / -sum(new Map(debits))
  const taken = reclaim(owed, payingCredits(amounts, token, fee), amounts)
  const isMinimum = (nonExempt * fee.numerator) / fee.denominator < fee.minimum
  check(!isMinimum || taken === owed, 'INSUFFICIENT_SENDER_ACCOUNT_BALANCE_FOR_CUSTOM_FEE')
  if (taken === 0n) return 0n
  add(amounts, fee.collector, taken)
  level.note(token.num, fee.collector, taken, [...credits.keys()])
  return taken
}

/** Takes up to `owed` from the credits in proportion. The first credits pay what rounding leaves. */
function reclaim(owed: bigint, credits: Amounts, amounts: Amounts): bigint {
  const available = sum(credits)
  const goal = owed < available ? owed : available
  let left = goal
  const take = (account: number, units: bigint): void => {
    add(amounts, account, -units)
    add(credits, account, -units)
    left -= units
  }
  for (const [account, amount] of [...credits]) take(account, (goal * amount) / available)
  for (const [account, amount] of [...credits]) take(account, amount < left ? amount : left)
  return goal - left
}
