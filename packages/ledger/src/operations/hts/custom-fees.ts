/** Custom fees in the two forms that clients send: the flat form for creating a token, and the mirror's form. */
import {
  type CustomFee,
  CustomFixedFee,
  CustomFractionalFee,
  CustomRoyaltyFee,
  FeeAssessmentMethod,
  Long,
} from '@hiero-ledger/sdk'
import {
  AccountId,
  AmountIn,
  amountIn,
  badRequest,
  decodeAmount,
  expectation,
  TokenId,
  unprocessable,
} from '@quorate/platform'
import type { MirrorCustomFee } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import type { MirrorTokenDetails } from '../../mirror/entities.ts'
import { type Facts, needUnpaused } from '../checks.ts'
import { exact } from '../fields.ts'

const MAX_FEES = 10
/** Stands for the token that is being created, as the denomination of a fee. */
const NEW_TOKEN = '0.0.0'
const Denominated = amountIn('tinybars, or the smallest unit of the denominating token if one is named')
const OwnUnits = amountIn("the token's own smallest unit")
const Part = amountIn('parts: the fee is numerator / denominator of what moves')
const Fraction = { numerator: Part, denominator: Part }
const orNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** An item of `customFees` of POST /hts/create/token. */
export const FlatFee = Type.Object(
  {
    feeType: Type.Enum(['fixed', 'fractional', 'royalty']),
    amount: Type.Optional(Denominated),
    denominatingTokenId: Type.Optional(TokenId),
    numerator: Type.Optional(Part),
    denominator: Type.Optional(Part),
    minimumAmount: Type.Optional(OwnUnits),
    maximumAmount: Type.Optional(OwnUnits),
    netOfTransfers: Type.Optional(Type.Boolean()),
    fallbackFee: Type.Optional(
      Type.Object(
        {
          hbarAmount: Type.Optional(amountIn('tinybars')),
          amount: Type.Optional(Denominated),
          denominatingTokenId: Type.Optional(TokenId),
        },
        { ...exact, description: 'hbarAmount in tinybars, or amount of denominatingTokenId' },
      ),
    ),
    feeCollectorAccountId: AccountId,
    allCollectorsAreExempt: Type.Optional(Type.Boolean()),
  },
  exact,
)
export const FlatFees = Type.Array(FlatFee, { maxItems: MAX_FEES })

const Collected = { collector_account_id: AccountId, all_collectors_are_exempt: Type.Optional(Type.Boolean()) }
const MirrorFixed = Type.Object({ amount: Denominated, denominating_token_id: orNull(TokenId), ...Collected }, exact)
const MirrorFractional = Type.Object(
  {
    amount: Type.Object(Fraction, exact),
    minimum: orNull(OwnUnits),
    maximum: orNull(OwnUnits),
    net_of_transfers: Type.Optional(Type.Boolean()),
    denominating_token_id: orNull(TokenId),
    ...Collected,
  },
  exact,
)
const MirrorRoyalty = Type.Object(
  {
    amount: Type.Object(Fraction, exact),
    fallback_fee: orNull(Type.Object({ amount: Denominated, denominating_token_id: orNull(TokenId) }, exact)),
    ...Collected,
  },
  exact,
)

/** `customFees` of PATCH /hts/update/{token}/fees: the mirror's item fields. */
export const MirrorFees = Type.Object(
  {
    fixed_fees: Type.Optional(Type.Array(MirrorFixed, { maxItems: MAX_FEES })),
    fractional_fees: Type.Optional(Type.Array(MirrorFractional, { maxItems: MAX_FEES })),
    royalty_fees: Type.Optional(Type.Array(MirrorRoyalty, { maxItems: MAX_FEES })),
  },
  exact,
)

type Flat = Static<typeof FlatFee>

/** Translates fees from the mirror's form to the flat one. */
export function flattened({ fixed_fees, fractional_fees, royalty_fees }: Static<typeof MirrorFees>): Flat[] {
  const collected = (fee: { collector_account_id: string; all_collectors_are_exempt?: boolean }) => ({
    feeCollectorAccountId: fee.collector_account_id,
    allCollectorsAreExempt: fee.all_collectors_are_exempt ?? false,
  })
  return [
    ...(fixed_fees ?? []).map((fee) => ({
      feeType: 'fixed' as const,
      amount: fee.amount,
      ...(fee.denominating_token_id ? { denominatingTokenId: fee.denominating_token_id } : {}),
      ...collected(fee),
    })),
    ...(fractional_fees ?? []).map((fee) => ({
      feeType: 'fractional' as const,
      ...fee.amount,
      minimumAmount: fee.minimum ?? 0,
      maximumAmount: fee.maximum ?? 0,
      netOfTransfers: fee.net_of_transfers ?? false,
      ...collected(fee),
    })),
    ...(royalty_fees ?? []).map((fee) => ({
      feeType: 'royalty' as const,
      ...fee.amount,
      ...(fee.fallback_fee ? { fallbackFee: fallback(fee.fallback_fee) } : {}),
      ...collected(fee),
    })),
  ]
}

const fallback = (fee: { amount: number | string; denominating_token_id?: string | null }) => ({
  amount: fee.amount,
  ...(fee.denominating_token_id ? { denominatingTokenId: fee.denominating_token_id } : {}),
})

type Kind = keyof Static<typeof MirrorFees>
const KIND_OF: Record<MirrorCustomFee['kind'], Kind> = {
  fixed: 'fixed_fees',
  fractional: 'fractional_fees',
  royalty: 'royalty_fees',
}

/**
 * The kinds of fees that differ from the token's current ones. A new schedule replaces all kinds, including those that
 * it omits.
 */
export function changedKinds(present: MirrorCustomFee[], asked: Static<typeof MirrorFees>, tokenId: string): Kind[] {
  const before = ofKinds(present)
  const after = ofKinds(flattened(asked).map((fee) => asMirrorFee(fee, tokenId)))
  return Object.values(KIND_OF).filter((kind) => before[kind] !== after[kind])
}

/** For each kind, one string for all its fees. Their order does not matter. */
function ofKinds(fees: MirrorCustomFee[]): Record<Kind, string> {
  const of = (kind: MirrorCustomFee['kind']) => fees.filter((fee) => fee.kind === kind).map(textOfFee)
  return {
    fixed_fees: of('fixed').sort().join('\n'),
    fractional_fees: of('fractional').sort().join('\n'),
    royalty_fees: of('royalty').sort().join('\n'),
  }
}

function textOfFee(fee: MirrorCustomFee): string {
  const collected = [fee.collector, fee.collectorsAreExempt]
  if (fee.kind === 'fixed') return [...collected, fee.tokenId, fee.amount].join(' ')
  const share = [...collected, fee.numerator, fee.denominator]
  if (fee.kind === 'fractional') return [...share, fee.minimum, fee.maximum, fee.netOfTransfers].join(' ')
  return [...share, ...(fee.fallback ? [fee.fallback.tokenId, fee.fallback.amount] : [])].join(' ')
}

function asMirrorFee(fee: Flat, tokenId: string): MirrorCustomFee {
  const collected = { collector: fee.feeCollectorAccountId, collectorsAreExempt: fee.allCollectorsAreExempt ?? false }
  const units = (value: number | string | undefined) => decodeAmount(value ?? 0, 'customFees')
  const denomination = (id: string | undefined) => (id === NEW_TOKEN ? tokenId : (id ?? null))
  if (fee.feeType === 'fixed')
    return { kind: 'fixed', ...collected, tokenId: denomination(fee.denominatingTokenId), amount: units(fee.amount) }
  const share = { numerator: units(fee.numerator), denominator: units(fee.denominator) }
  if (fee.feeType === 'fractional') {
    const [minimum, maximum] = [units(fee.minimumAmount), units(fee.maximumAmount)]
    return { kind: 'fractional', ...collected, ...share, minimum, maximum, netOfTransfers: fee.netOfTransfers ?? false }
  }
  const { fallbackFee: given } = fee
  const fallback = given && {
    tokenId: denomination(given.denominatingTokenId),
    amount: units(given.hbarAmount ?? given.amount),
  }
  return { kind: 'royalty', ...collected, ...share, fallback: fallback ?? null }
}

/**
 * The fees in the SDK's form. Checks that their collectors exist and can hold what they collect: the ledger associates
 * collectors automatically only with a new token (`CustomFeesValidator`).
 *
 * @param token the token that gets the fees; undefined for a new one
 * @throws 400 INVALID_CUSTOM_FEE, naming the item; 422 with the ledger's code
 */
export async function customFees(
  fees: Flat[],
  type: MirrorTokenDetails['type'],
  facts: Facts,
  token?: string,
): Promise<CustomFee[]> {
  if (fees.length > MAX_FEES)
    throw unprocessable(
      'CUSTOM_FEES_LIST_TOO_LONG',
      `${fees.length} custom fees, but the ledger accepts at most ${MAX_FEES}`,
    )
  const made = fees.map((fee, index) => customFee(fee, `customFees/${index}`, type))
  for (const collector of new Set(fees.map((fee) => fee.feeCollectorAccountId)))
    await facts.account(collector, 'feeCollectorAccountId', 'INVALID_CUSTOM_FEE_COLLECTOR')
  for (const [index, fee] of fees.entries()) await checkHolds(fee, `customFees/${index}`, type, facts, token)
  return made
}

/**
 * @throws 422 INVALID_TOKEN_ID_IN_CUSTOM_FEES, TOKEN_WAS_DELETED, TOKEN_IS_PAUSED,
 *     CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON, TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR
 */
async function checkHolds(
  fee: Flat,
  field: string,
  type: MirrorTokenDetails['type'],
  facts: Facts,
  token: string | undefined,
): Promise<void> {
  const named = fee.feeType === 'royalty' ? fee.fallbackFee?.denominatingTokenId : fee.denominatingTokenId
  const tokenId = fee.feeType === 'fractional' ? token : named
  if (tokenId === undefined) return
  const needFungible = (id: string, is: MirrorTokenDetails['type']) => {
    if (is === 'FUNGIBLE_COMMON') return
    const message = `${field}: the token ${id} is ${is}, but fees must be in a fungible token`
    throw unprocessable('CUSTOM_FEE_DENOMINATION_MUST_BE_FUNGIBLE_COMMON', message)
  }
  if (tokenId === NEW_TOKEN && token === undefined) return needFungible(tokenId, type)
  const found = await facts.token(tokenId, 'INVALID_TOKEN_ID_IN_CUSTOM_FEES')
  needUnpaused(found)
  needFungible(tokenId, found.type)
  const { feeCollectorAccountId: collector } = fee
  if (await facts.isAssociated(collector, tokenId)) return
  throw unprocessable(
    'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR',
    `${field}: the collector ${collector} is not associated with the token ${tokenId} that the fee is paid in: associate the collector with the token first`,
  )
}

function customFee(fee: Flat, field: string, type: MirrorTokenDetails['type']): CustomFee {
  const collected = {
    feeCollectorAccountId: fee.feeCollectorAccountId,
    allCollectorsAreExempt: fee.allCollectorsAreExempt ?? false,
  }
  if (fee.feeType === 'fixed')
    return new CustomFixedFee({ ...fixed(fee.amount, fee.denominatingTokenId, `${field}/amount`), ...collected })
  const share = fraction(fee, field)
  if (fee.feeType === 'fractional') {
    if (type !== 'FUNGIBLE_COMMON')
      throw unprocessable(
        'CUSTOM_FRACTIONAL_FEE_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
        `${field}: a fractional fee needs a FUNGIBLE_COMMON token, but this one is ${type}`,
      )
    return new CustomFractionalFee({
      ...share,
      min: long(decodeAmount(fee.minimumAmount ?? 0, `${field}/minimumAmount`)),
      max: long(decodeAmount(fee.maximumAmount ?? 0, `${field}/maximumAmount`)),
      assessmentMethod: fee.netOfTransfers ? FeeAssessmentMethod.Exclusive : FeeAssessmentMethod.Inclusive,
      ...collected,
    })
  }
  if (type !== 'NON_FUNGIBLE_UNIQUE')
    throw unprocessable(
      'CUSTOM_ROYALTY_FEE_ONLY_ALLOWED_FOR_NON_FUNGIBLE_UNIQUE',
      `${field}: a royalty fee needs a NON_FUNGIBLE_UNIQUE token, but this one is ${type}`,
    )
  const royalty = new CustomRoyaltyFee({ ...share, ...collected })
  const { fallbackFee } = fee
  if (!fallbackFee) return royalty
  const amount = fallbackFee.hbarAmount ?? fallbackFee.amount
  return royalty.setFallbackFee(
    new CustomFixedFee(fixed(amount, fallbackFee.denominatingTokenId, `${field}/fallbackFee/hbarAmount`)),
  )
}

function fixed(amount: number | string | undefined, denominatingTokenId: string | undefined, field: string) {
  if (amount === undefined)
    throw badRequest('INVALID_CUSTOM_FEE', `${field} is required: expected ${expectation(AmountIn)}`)
  const value = decodeAmount(amount, field)
  if (value === 0n) throw badRequest('INVALID_AMOUNT', `${field} is 0: it must be at least 1`)
  return { amount: value, ...(denominatingTokenId ? { denominatingTokenId } : {}) }
}

function fraction({ numerator, denominator }: Pick<Flat, 'numerator' | 'denominator'>, field: string) {
  if (numerator === undefined)
    throw badRequest('INVALID_CUSTOM_FEE', `${field}/numerator is required: expected ${expectation(AmountIn)}`)
  if (denominator === undefined)
    throw badRequest('INVALID_CUSTOM_FEE', `${field}/denominator is required: expected ${expectation(AmountIn)}`)
  const [above, below] = [
    decodeAmount(numerator, `${field}/numerator`),
    decodeAmount(denominator, `${field}/denominator`),
  ]
  if (below === 0n) throw unprocessable('FRACTION_DIVIDES_BY_ZERO', `${field}/denominator is 0`)
  if (above === 0n) throw unprocessable('CUSTOM_FEE_MUST_BE_POSITIVE', `${field}/numerator is 0`)
  return { numerator: long(above), denominator: long(below) }
}

const long = (amount: bigint): Long => Long.fromString(amount.toString())
