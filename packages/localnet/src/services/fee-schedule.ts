import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import type { Token } from '#state/entities.ts'

/** The collector of a custom fee, and who is exempt from it. */
interface Collected {
  readonly collector: number
  /** If true, no collector of any of the token's fees pays this one. */
  readonly exemptsCollectors: boolean
}

/** An amount in the smallest unit of `token`; 0 is hbar. */
export interface Price {
  readonly token: number
  readonly amount: bigint
}

export interface FixedFee extends Collected, Price {
  readonly kind: 'fixed'
}

/** A fraction of the units transferred, taken from the receivers; if net of transfers, the sender pays it on top. */
export interface FractionalFee extends Collected {
  readonly kind: 'fractional'
  readonly numerator: bigint
  readonly denominator: bigint
  readonly minimum: bigint
  /** 0 means no limit. */
  readonly maximum: bigint
  readonly netOfTransfers: boolean
}

/** A fraction of what an NFT is exchanged for, or else the fallback fee, which the receiver pays. */
export interface RoyaltyFee extends Collected {
  readonly kind: 'royalty'
  readonly numerator: bigint
  readonly denominator: bigint
  readonly fallback: Price | null
}

export type CustomFee = FixedFee | FractionalFee | RoyaltyFee

const read = new WeakMap<readonly proto.ICustomFee[], readonly CustomFee[]>()

/** The custom fees of a token. */
export function feesOf({ customFees }: Token): readonly CustomFee[] {
  const known = read.get(customFees)
  if (known) return known
  const fees = customFees.flatMap(feeOf)
  read.set(customFees, fees)
  return fees
}

export function priceOf({ amount, denominatingTokenId }: proto.IFixedFee): Price {
  return { token: denominatingTokenId ? tokenNumber(denominatingTokenId) : 0, amount: int64(amount) }
}

function feeOf(fee: proto.ICustomFee): CustomFee[] {
  const collected = {
    collector: accountNumber(fee.feeCollectorAccountId),
    exemptsCollectors: fee.allCollectorsAreExempt ?? false,
  }
  if (fee.fixedFee) return [{ kind: 'fixed', ...collected, ...priceOf(fee.fixedFee) }]
  if (fee.fractionalFee) return [{ kind: 'fractional', ...collected, ...fractionOf(fee.fractionalFee) }]
  if (fee.royaltyFee) return [{ kind: 'royalty', ...collected, ...royaltyOf(fee.royaltyFee) }]
  return []
}

function fractionOf({ fractionalAmount, minimumAmount, maximumAmount, netOfTransfers }: proto.IFractionalFee) {
  return {
    numerator: int64(fractionalAmount?.numerator),
    denominator: int64(fractionalAmount?.denominator),
    minimum: int64(minimumAmount),
    maximum: int64(maximumAmount),
    netOfTransfers: netOfTransfers ?? false,
  }
}

function royaltyOf({ exchangeValueFraction, fallbackFee }: proto.IRoyaltyFee) {
  return {
    numerator: int64(exchangeValueFraction?.numerator),
    denominator: int64(exchangeValueFraction?.denominator),
    fallback: fallbackFee ? priceOf(fallbackFee) : null,
  }
}

/**
 * A token's treasury pays none of its fees, and a collector does not pay the fee that it would collect. Collectors of
 * the token's other fees are exempt if the fee says so.
 */
export function isExempt(token: Token, fee: CustomFee, account: number): boolean {
  if (token.treasury === account || fee.collector === account) return true
  return fee.exemptsCollectors && feesOf(token).some(({ collector }) => collector === account)
}
