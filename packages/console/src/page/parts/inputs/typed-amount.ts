import { HBAR_DECIMALS, readAmount, withoutHbarSymbol } from '@quorate/verify'

/**
 * What is typed in an amount input: the text alone. Its units depend on the asset, whose decimals may change after the
 * text was typed, so they are read with {@link unitsIn} each time they are needed, and never kept.
 */
export interface TypedAmount {
  text: string
}

export const noAmount: TypedAmount = { text: '' }

export const isEmpty = ({ text }: TypedAmount): boolean => text.trim() === ''

/** What a typed amount is an amount of. */
export interface Measure {
  /** Undefined until they are known. */
  decimals: number | undefined
  /** `ℏ` or `%` may be typed, too. The symbol of a token may not: it is other people's text, which may be digits. */
  unit?: string
  language: string
  /** The maximum, in smallest units. */
  most?: bigint
}

/** No more tinybars exist. */
const ALL_HBARS = 50n * 10n ** 9n * 10n ** BigInt(HBAR_DECIMALS)

/** An asset's measure. */
export const measureOf = (asset: string | null, decimals: number | undefined, language: string): Measure =>
  asset === 'HBAR' ? { decimals: HBAR_DECIMALS, unit: 'ℏ', language, most: ALL_HBARS } : { decimals, language }

/** Reads the text for the present decimals; undefined if it is empty, or the decimals are not known. */
export function readTyped(typed: TypedAmount, { decimals, unit, language, most }: Measure) {
  if (decimals === undefined || isEmpty(typed)) return undefined
  return readAmount(withoutUnit(typed.text, unit), { decimals, language, ...(most === undefined ? {} : { most }) })
}

/** The typed amount in smallest units; undefined if the text is empty, invalid or ambiguous. */
export function unitsIn(typed: TypedAmount, measure: Measure): bigint | undefined {
  const read = readTyped(typed, measure)
  return read && 'units' in read ? read.units : undefined
}

const withoutUnit = (text: string, unit: string | undefined): string =>
  unit === 'ℏ' ? withoutHbarSymbol(text) : unit === '%' ? text.trimEnd().replace(/%$/, '') : text

/** Percentages and hours have up to six decimals. */
export const NUMBER_DECIMALS = 6

/** What a number of hours or percent is read with. No share is more than 100 percent. */
export const numberMeasure = (language: string, unit?: string): Measure => ({
  decimals: NUMBER_DECIMALS,
  language,
  ...(unit === '%' ? { unit, most: 100n * 10n ** BigInt(NUMBER_DECIMALS) } : {}),
})

/** A number as it is typed in a language. */
export const typedNumber = (value: number, language: string): TypedAmount => ({
  text: value.toLocaleString(language, { useGrouping: false, maximumFractionDigits: NUMBER_DECIMALS }),
})

/** The typed number; undefined if there is none. */
export function numberIn(typed: TypedAmount, language: string, unit?: '%'): number | undefined {
  const units = unitsIn(typed, numberMeasure(language, unit))
  return units === undefined ? undefined : Number(units) / 10 ** NUMBER_DECIMALS
}
