/** Custom fees in operations: the flat form for creating a token, and the mirror's form for replacing its fees. */
import { account, amount, flag, list, object, oneOf, orNull, type Shape } from '../../values/shapes.ts'
import type { Statements } from '../compare.ts'
import { type ReadFields, summaryAt, type ValueType } from './value-types.ts'

interface Price {
  amount: number | string
  token?: string | undefined
}

/** A custom fee, in one form for both. */
export interface StatedFee {
  kind: 'fixed' | 'fractional' | 'royalty'
  collector: string
  exempt: boolean
  price?: Price | undefined
  numerator?: number | string | undefined
  denominator?: number | string | undefined
  minimum?: number | string | undefined
  maximum?: number | string | undefined
  net?: boolean | undefined
}

function priceSays(at: string, { amount: units, token }: Price): Statements {
  return [
    [`${at}.amount`, String(units)],
    ...(token === undefined ? [] : ([[`${at}.denominating_token_id`, token]] satisfies Statements)),
  ]
}

/** 0 is protobuf's default, so the bytes do not state it. */
const unlessZero = (at: string, value: number | string | undefined): Statements =>
  value === undefined || BigInt(value) === 0n ? [] : [[at, String(value)]]
const ifTrue = (at: string, value: boolean | undefined): Statements => (value ? [[at, 'true']] : [])

export function feesSay(at: string, fees: readonly StatedFee[]): Statements {
  return fees.flatMap((fee, index): Statements => {
    const own = `${at}[${index}]`
    const collected: Statements = [
      [`${own}.fee_collector_account_id`, fee.collector],
      ...ifTrue(`${own}.all_collectors_are_exempt`, fee.exempt),
    ]
    const share = (path: string): Statements => [
      [`${path}.numerator`, String(fee.numerator)],
      [`${path}.denominator`, String(fee.denominator)],
    ]
    if (fee.kind === 'fixed') return [...collected, ...priceSays(`${own}.fixed_fee`, fee.price as Price)]
    if (fee.kind === 'royalty')
      return [
        ...collected,
        ...share(`${own}.royalty_fee.exchange_value_fraction`),
        ...(fee.price ? priceSays(`${own}.royalty_fee.fallback_fee`, fee.price) : []),
      ]
    return [
      ...collected,
      ...share(`${own}.fractional_fee.fractional_amount`),
      ...unlessZero(`${own}.fractional_fee.minimum_amount`, fee.minimum),
      ...unlessZero(`${own}.fractional_fee.maximum_amount`, fee.maximum),
      ...ifTrue(`${own}.fractional_fee.net_of_transfers`, fee.net),
    ]
  })
}

function readFees(at: string, fields: ReadFields): StatedFee[] {
  const found: StatedFee[] = []
  const number = (path: string): string => String(fields.at(path)?.value ?? '0')
  const price = (path: string): Price => ({
    amount: number(`${path}.amount`),
    token: summaryAt(`${path}.denominating_token_id`, fields),
  })
  const share = (path: string) => ({
    numerator: number(`${path}.numerator`),
    denominator: number(`${path}.denominator`),
  })
  for (let own = `${at}[0]`; fields.at(own); own = `${at}[${found.length}]`) {
    const collected = {
      collector: summaryAt(`${own}.fee_collector_account_id`, fields) ?? '0.0.0',
      exempt: fields.at(`${own}.all_collectors_are_exempt`)?.value === true,
    }
    const [royalty, fraction] = [`${own}.royalty_fee`, `${own}.fractional_fee`]
    if (fields.at(royalty))
      found.push({
        kind: 'royalty',
        ...collected,
        ...share(`${royalty}.exchange_value_fraction`),
        price: fields.at(`${royalty}.fallback_fee`) ? price(`${royalty}.fallback_fee`) : undefined,
      })
    else if (fields.at(fraction))
      found.push({
        kind: 'fractional',
        ...collected,
        ...share(`${fraction}.fractional_amount`),
        minimum: number(`${fraction}.minimum_amount`),
        maximum: number(`${fraction}.maximum_amount`),
        net: fields.at(`${fraction}.net_of_transfers`)?.value === true,
      })
    else found.push({ kind: 'fixed', ...collected, price: price(`${own}.fixed_fee`) })
  }
  return found
}

const FLAT_COLLECTED = { feeCollectorAccountId: account }
const FLAT: Record<StatedFee['kind'], Shape> = {
  fixed: object(
    { feeType: oneOf('fixed'), amount, ...FLAT_COLLECTED },
    { denominatingTokenId: account, allCollectorsAreExempt: flag },
  ),
  fractional: object(
    { feeType: oneOf('fractional'), numerator: amount, denominator: amount, ...FLAT_COLLECTED },
    { minimumAmount: amount, maximumAmount: amount, netOfTransfers: flag, allCollectorsAreExempt: flag },
  ),
  royalty: object(
    { feeType: oneOf('royalty'), numerator: amount, denominator: amount, ...FLAT_COLLECTED },
    { fallbackFee: object({ amount }, { denominatingTokenId: account }), allCollectorsAreExempt: flag },
  ),
}
const flatShape: Shape = (value, path) => {
  const kind = (value as { feeType?: StatedFee['kind'] } | null)?.feeType
  const shape = kind !== undefined && Object.hasOwn(FLAT, kind) ? FLAT[kind] : undefined
  return shape ? shape(value, path) : `\`${path}.feeType\` has to be fixed, fractional or royalty`
}

interface FlatFee {
  feeType: StatedFee['kind']
  amount?: number | string
  denominatingTokenId?: string
  numerator?: number | string
  denominator?: number | string
  minimumAmount?: number | string
  maximumAmount?: number | string
  netOfTransfers?: boolean
  fallbackFee?: { amount: number | string; denominatingTokenId?: string }
  feeCollectorAccountId: string
  allCollectorsAreExempt?: boolean
}

const ofFlat = (fee: FlatFee): StatedFee => ({
  kind: fee.feeType,
  collector: fee.feeCollectorAccountId,
  exempt: fee.allCollectorsAreExempt ?? false,
  numerator: fee.numerator,
  denominator: fee.denominator,
  minimum: fee.minimumAmount,
  maximum: fee.maximumAmount,
  net: fee.netOfTransfers,
  price:
    fee.feeType === 'fixed'
      ? { amount: fee.amount ?? 0, token: fee.denominatingTokenId }
      : fee.fallbackFee && { amount: fee.fallbackFee.amount, token: fee.fallbackFee.denominatingTokenId },
})

/** The fees that a creation states. */
export const ofFlatFees = (fees: unknown): StatedFee[] => (fees as FlatFee[]).map(ofFlat)

const denominated = ({ amount: units, token }: Price) => ({
  amount: units,
  ...(token === undefined ? {} : { denominatingTokenId: token }),
})

function toFlat({ kind, collector, exempt, price, ...fee }: StatedFee): FlatFee {
  const collected = { feeCollectorAccountId: collector, ...(exempt ? { allCollectorsAreExempt: true } : {}) }
  const share = { numerator: fee.numerator ?? '0', denominator: fee.denominator ?? '0' }
  if (kind === 'fixed') return { feeType: kind, ...denominated(price as Price), ...collected }
  if (kind === 'royalty')
    return { feeType: kind, ...share, ...(price ? { fallbackFee: denominated(price) } : {}), ...collected }
  return {
    feeType: kind,
    ...share,
    minimumAmount: fee.minimum ?? '0',
    maximumAmount: fee.maximum ?? '0',
    ...(fee.net ? { netOfTransfers: true } : {}),
    ...collected,
  }
}

export const flatFees: ValueType = {
  shows: 'flatFees',
  shape: list(flatShape),
  says: (at, value: never) => feesSay(at, ofFlatFees(value)),
  read(at, fields) {
    const found = readFees(at, fields)
    return found.length === 0 ? undefined : found.map(toFlat)
  },
}

const COLLECTED = { collector_account_id: account }
const EXEMPT = { all_collectors_are_exempt: flag }
const denomination = { denominating_token_id: orNull(account) }
const fraction = object({ numerator: amount, denominator: amount })

interface MirrorFee {
  amount: number | string | { numerator: number | string; denominator: number | string }
  denominating_token_id?: string | null
  collector_account_id: string
  all_collectors_are_exempt?: boolean
  minimum?: number | string | null
  maximum?: number | string | null
  net_of_transfers?: boolean
  fallback_fee?: { amount: number | string; denominating_token_id?: string | null } | null
}
type MirrorFees = { [kind in 'fixed_fees' | 'fractional_fees' | 'royalty_fees']?: MirrorFee[] }

const collectedIn = (fee: MirrorFee) => ({
  collector: fee.collector_account_id,
  exempt: fee.all_collectors_are_exempt ?? false,
})
const priceIn = (fee: { amount: unknown; denominating_token_id?: string | null }): Price => ({
  amount: fee.amount as number | string,
  token: fee.denominating_token_id ?? undefined,
})
const shareIn = ({ amount: share }: MirrorFee) => share as { numerator: number | string; denominator: number | string }

/** The fees in the order that the node writes them. */
export const ofMirrorFees = (fees: unknown): StatedFee[] => ofKinds(fees as MirrorFees)
const ofKinds = ({ fixed_fees, fractional_fees, royalty_fees }: MirrorFees): StatedFee[] => [
  ...(fixed_fees ?? []).map((fee): StatedFee => ({ kind: 'fixed', ...collectedIn(fee), price: priceIn(fee) })),
  ...(fractional_fees ?? []).map(
    (fee): StatedFee => ({
      kind: 'fractional',
      ...collectedIn(fee),
      ...shareIn(fee),
      minimum: fee.minimum ?? 0,
      maximum: fee.maximum ?? 0,
      net: fee.net_of_transfers ?? false,
    }),
  ),
  ...(royalty_fees ?? []).map(
    (fee): StatedFee => ({
      kind: 'royalty',
      ...collectedIn(fee),
      ...shareIn(fee),
      price: fee.fallback_fee ? priceIn(fee.fallback_fee) : undefined,
    }),
  ),
]

function toMirrorFees(fees: readonly StatedFee[]): MirrorFees {
  const collected = ({ collector, exempt }: StatedFee) => ({
    collector_account_id: collector,
    ...(exempt ? { all_collectors_are_exempt: true } : {}),
  })
  const price = ({ amount: units, token }: Price) => ({
    amount: units,
    ...(token === undefined ? {} : { denominating_token_id: token }),
  })
  const share = (fee: StatedFee) => ({
    amount: { numerator: fee.numerator ?? '0', denominator: fee.denominator ?? '0' },
    ...collected(fee),
  })
  const of = <T>(kind: StatedFee['kind'], make: (fee: StatedFee) => T): T[] =>
    fees.filter((fee) => fee.kind === kind).map(make)
  return {
    fixed_fees: of('fixed', (fee) => ({ ...price(fee.price as Price), ...collected(fee) })),
    fractional_fees: of('fractional', (fee) => ({
      ...share(fee),
      minimum: fee.minimum ?? '0',
      maximum: fee.maximum ?? '0',
      ...(fee.net ? { net_of_transfers: true } : {}),
    })),
    royalty_fees: of('royalty', (fee) => ({ ...share(fee), ...(fee.price ? { fallback_fee: price(fee.price) } : {}) })),
  }
}

export const mirrorFees: ValueType = {
  shows: 'mirrorFees',
  shape: object(
    {},
    {
      fixed_fees: list(object({ amount, ...COLLECTED }, { ...denomination, ...EXEMPT })),
      fractional_fees: list(
        object(
          { amount: fraction, ...COLLECTED },
          { minimum: orNull(amount), maximum: orNull(amount), net_of_transfers: flag, ...EXEMPT },
        ),
      ),
      royalty_fees: list(
        object(
          { amount: fraction, ...COLLECTED },
          { fallback_fee: orNull(object({ amount }, denomination)), ...EXEMPT },
        ),
      ),
    },
  ),
  says: (at, value: never) => feesSay(at, ofMirrorFees(value)),
  read: (at, fields) => toMirrorFees(readFees(at, fields)),
}
