import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { tokenId, tokenNumber } from '#protocol/ids.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check } from '#protocol/status-error.ts'
import { usableAccount } from '#services/validation.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'

type Fee = proto.ICustomFee
type TokenType = Token['type']

/** tokens.maxCustomFeesAllowed */
const MAX_FEES = 10
/** 0.0.0 as denomination: the token that is being created. */
const CREATED = 0

/** Checks how many custom fees a token has. */
export function checkFeeCount({ customFees }: { readonly customFees?: readonly Fee[] | null }): void {
  check((customFees ?? []).length <= MAX_FEES, 'CUSTOM_FEES_LIST_TOO_LONG')
}

/**
 * Checks that the custom fees of a new token can be paid. Collectors of fees in the token itself need no association
 * yet.
 */
export function checkFeesOfNewToken(fees: readonly Fee[], type: TokenType, state: State): void {
  for (const fee of fees) {
    const collector = usableCollector(fee, state)
    if (fee.fixedFee && isInCreated(fee.fixedFee)) checkOwnDenomination(fee.fixedFee, type)
    else checkFee(fee, collector, type, state)
  }
}

/** Checks that the custom fees of a new fee schedule can be paid. */
export function checkNewSchedule(fees: readonly Fee[], token: Token, state: State): void {
  for (const fee of fees) {
    const collector = usableCollector(fee, state)
    checkFee(fee, collector, token.type, state)
    const isAssociated = state.relation(collector, token.num) !== undefined
    check(!fee.fractionalFee || isAssociated, 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
  }
}

/**
 * The rules of collectors that must sign: those that get associated with a new token, and those that require their
 * signature.
 */
export function collectorRules(fees: readonly Fee[], state: State): KeyRule[] {
  return fees.flatMap((fee) => {
    const collector = state.account(fee.feeCollectorAccountId)
    check(collector !== undefined, 'INVALID_CUSTOM_FEE_COLLECTOR')
    const isInvolved = isAssociating(fee) || collector.receiverSigRequired
    return isInvolved ? [collector.key.rule] : []
  })
}

/** The rules of collectors that require their signature. */
export function insistingCollectorRules(fees: readonly Fee[], state: State): KeyRule[] {
  return fees.flatMap(({ feeCollectorAccountId: id }) => {
    const collector = state.account(id)
    check(collector !== undefined, 'INVALID_CUSTOM_FEE_COLLECTOR')
    return collector.receiverSigRequired ? [collector.key.rule] : []
  })
}

/** Says whether the collector of a fee gets associated with the new token, because the fee is paid in it. */
export function isAssociating({ fixedFee, fractionalFee }: Fee): boolean {
  return fractionalFee != null || (fixedFee != null && isInCreated(fixedFee))
}

/** The fees with the new token's number in place of 0.0.0. */
export function feesInToken(fees: readonly Fee[], num: number): Fee[] {
  return fees.map((fee) =>
    fee.fixedFee && isInCreated(fee.fixedFee)
      ? { ...fee, fixedFee: { ...fee.fixedFee, denominatingTokenId: tokenId(num) } }
      : fee,
  )
}

const isInCreated = ({ denominatingTokenId }: proto.IFixedFee): boolean =>
  denominatingTokenId != null && tokenNumber(denominatingTokenId) === CREATED

function usableCollector({ feeCollectorAccountId: id }: Fee, state: State): number {
  check(!id?.alias?.length, 'INVALID_CUSTOM_FEE_COLLECTOR')
  const { num } = usableAccount(state, id, 'INVALID_CUSTOM_FEE_COLLECTOR', 'INVALID_CUSTOM_FEE_COLLECTOR')
  check(num !== FEE_COLLECTION, 'INVALID_CUSTOM_FEE_COLLECTOR')
  return num
}

function checkOwnDenomination({ amount }: proto.IFixedFee, type: TokenType): void {
  check(int64(amount) > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
  check(type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON')
}

function checkFee(fee: Fee, collector: number, type: TokenType, state: State): void {
  if (fee.fixedFee) checkFixed(fee.fixedFee, collector, state)
  else if (fee.fractionalFee) checkFractional(fee.fractionalFee, type)
  else {
    check(fee.royaltyFee != null, 'CUSTOM_FEE_NOT_FULLY_SPECIFIED')
    checkRoyalty(fee.royaltyFee, collector, type, state)
  }
}

function checkFixed({ amount, denominatingTokenId }: proto.IFixedFee, collector: number, state: State): void {
  check(int64(amount) > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
  if (!denominatingTokenId) return
  const token = state.tokens.get(tokenNumber(denominatingTokenId))
  check(token !== undefined && !token.deleted, 'INVALID_TOKEN_ID_IN_CUSTOM_FEES')
  check(!token.paused, 'TOKEN_IS_PAUSED')
  check(token.type === 'FUNGIBLE_COMMON', 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON')
  check(state.relation(collector, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
}

function checkFractional(fee: proto.IFractionalFee, type: TokenType): void {
  check(type === 'FUNGIBLE_COMMON', 'CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
  const [minimum, maximum] = [int64(fee.minimumAmount), int64(fee.maximumAmount)]
  checkFraction(fee.fractionalAmount)
  check(minimum >= 0n && maximum >= 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
  check(maximum === 0n || maximum >= minimum, 'FRACTIONAL_FEE_MAX_AMOUNT_LESS_THAN_MIN_AMOUNT')
}

function checkFraction(fraction: proto.IFraction | null | undefined): void {
  const denominator = int64(fraction?.denominator)
  check(denominator !== 0n, 'FRACTION_DIVIDES_BY_ZERO')
  check(int64(fraction?.numerator) > 0n && denominator > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
}

function checkRoyalty(fee: proto.IRoyaltyFee, collector: number, type: TokenType, state: State): void {
  check(type === 'NON_FUNGIBLE_UNIQUE', 'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE')
  const fraction = fee.exchangeValueFraction
  checkFraction(fraction)
  check(int64(fraction?.numerator) <= int64(fraction?.denominator), 'ROYALTY_FRACTION_CANNOT_EXCEED_ONE')
  if (!fee.fallbackFee) return
  check(int64(fee.fallbackFee.amount) > 0n, 'CUSTOM_FEE_MUST_BE_POSITIVE')
  check(!isInCreated(fee.fallbackFee), 'CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON')
  checkFixed(fee.fallbackFee, collector, state)
}
