/** Converts the custom fees of bodies and of mirrors to the same form, so that they can be compared. */
import type { proto } from '@hiero-ledger/proto'
import { accountOf, idOf, tokenOf } from '../mirror/body-comparison.ts'

type Shown = Record<string, unknown>
type Numeric = { toString(): string } | number | null | undefined

const NOBODY = '0.0.0'
const number = (value: unknown): string => String(value ?? 0)

/** The fees of a token or topic as the mirror shows them, sorted; `null` if it shows none. */
export function shownFees(fees: unknown): string {
  const { fixed_fees, fractional_fees, royalty_fees } = (fees ?? {}) as Record<string, Shown[] | null | undefined>
  return sorted([
    ...(fixed_fees ?? []).map((fee) => [...collected(fee), 'fixed', ...price(fee)]),
    ...(fractional_fees ?? []).map((fee) => [
      ...collected(fee),
      'fractional',
      ...fraction(fee.amount),
      number(fee.minimum),
      number(fee.maximum),
      fee.net_of_transfers ?? false,
    ]),
    ...(royalty_fees ?? []).map((fee) => [
      ...collected(fee),
      'royalty',
      ...fraction(fee.amount),
      ...(fee.fallback_fee ? price(fee.fallback_fee as Shown) : ['no fallback']),
    ]),
  ])
}

/**
 * The text that {@link shownFees} would return for the fees in a body.
 *
 * @param token The token that has the fees. In a creation, a fee in 0.0.0 is a fee in the new token.
 */
export const feesText = (fees: readonly (proto.ICustomFee | proto.IFixedCustomFee)[], token: string): string =>
  sorted(
    fees.map((fee: proto.ICustomFee) => {
      const { fixedFee, fractionalFee, royaltyFee, feeCollectorAccountId, allCollectorsAreExempt } = fee
      const by = [accountOf(feeCollectorAccountId), allCollectorsAreExempt ?? false]
      if (fixedFee) return [...by, 'fixed', ...priceIn(fixedFee, token)]
      if (fractionalFee) {
        const { fractionalAmount, minimumAmount, maximumAmount, netOfTransfers } = fractionalFee
        const bounds = [number(minimumAmount), number(maximumAmount), netOfTransfers ?? false]
        return [...by, 'fractional', ...fractionIn(fractionalAmount), ...bounds]
      }
      const { exchangeValueFraction, fallbackFee } = royaltyFee ?? {}
      const fallback = fallbackFee ? priceIn(fallbackFee, token) : ['no fallback']
      return [...by, 'royalty', ...fractionIn(exchangeValueFraction), ...fallback]
    }),
  )

const sorted = (fees: unknown[][]): string =>
  fees
    .map((fee) => fee.join(' '))
    .sort()
    .join(', ') || 'null'

const collected = ({ collector_account_id, all_collectors_are_exempt }: Shown) => [
  collector_account_id ?? NOBODY,
  all_collectors_are_exempt ?? false,
]
const price = ({ amount, denominating_token_id }: Shown) => [number(amount), denominating_token_id ?? 'hbar']
const fraction = (amount: unknown) => {
  const { numerator, denominator } = (amount ?? {}) as Record<string, Numeric>
  return [number(numerator), number(denominator)]
}

function priceIn({ amount, denominatingTokenId }: proto.IFixedFee, token: string): string[] {
  const id = denominatingTokenId && tokenOf(denominatingTokenId)
  const isSelf = id === idOf(denominatingTokenId, 0)
  return [number(amount), isSelf ? token : (id ?? 'hbar')]
}
const fractionIn = (fraction: proto.IFraction | null | undefined) => [
  number(fraction?.numerator),
  number(fraction?.denominator),
]
