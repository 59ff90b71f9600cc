/** Custom fees in the form of the Mirror Node API. */
import type { MirrorCustomFee, TokenAmount } from './custom-fees.ts'

type Integer = number | bigint | string

interface Collected {
  collector_account_id?: string | null | undefined
  all_collectors_are_exempt?: boolean | null | undefined
}
interface Price {
  amount: Integer
  denominating_token_id?: string | null | undefined
}
interface Fraction {
  numerator: Integer
  denominator: Integer
}

/** `custom_fees` of a token or a topic. */
export interface FeesOnMirror {
  fixed_fees?: readonly (Collected & Price)[] | null | undefined
  fractional_fees?:
    | readonly (Collected & {
        amount: Fraction
        minimum?: Integer | null | undefined
        maximum?: Integer | null | undefined
        net_of_transfers?: boolean | null | undefined
      })[]
    | null
    | undefined
  royalty_fees?:
    | readonly (Collected & { amount: Fraction; fallback_fee?: Price | null | undefined })[]
    | null
    | undefined
}

const collectedOf = (fee: Collected) => ({
  collector: fee.collector_account_id ?? null,
  collectorsAreExempt: fee.all_collectors_are_exempt ?? false,
})
const priceOf = (fee: Price): TokenAmount => ({
  tokenId: fee.denominating_token_id ?? null,
  amount: BigInt(fee.amount),
})
const fractionOf = ({ numerator, denominator }: Fraction) => ({
  numerator: BigInt(numerator),
  denominator: BigInt(denominator),
})

export const customFeesIn = (found: FeesOnMirror | null | undefined): MirrorCustomFee[] => [
  ...(found?.fixed_fees ?? []).map((fee) => ({ kind: 'fixed' as const, ...collectedOf(fee), ...priceOf(fee) })),
  ...(found?.fractional_fees ?? []).map((fee) => ({
    kind: 'fractional' as const,
    ...collectedOf(fee),
    ...fractionOf(fee.amount),
    minimum: BigInt(fee.minimum ?? 0),
    maximum: BigInt(fee.maximum ?? 0),
    netOfTransfers: fee.net_of_transfers ?? false,
  })),
  ...(found?.royalty_fees ?? []).map((fee) => ({
    kind: 'royalty' as const,
    ...collectedOf(fee),
    ...fractionOf(fee.amount),
    fallback: fee.fallback_fee ? priceOf(fee.fallback_fee) : null,
  })),
]
