/** Converts amounts between typed text, exact integers and JSON. */

export const HBAR_DECIMALS = 8

/** The maximum number of decimals that are written out. A token's creator may choose up to 2^31-1. */
const MAX_WRITTEN_DECIMALS = 99
const MAX_TOKEN_DECIMALS = 2 ** 31 - 1
/** Hedera amounts are int64. */
const MAX_UNITS = 2n ** 63n - 1n
/** Longer texts are not parsed. */
const MAX_TEXT = 150

/** `amount` in a form that JSON carries exactly: an integer, or a decimal string beyond 2^53-1. */
export const encodeAmount = (amount: bigint): number | string =>
  amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < -BigInt(Number.MAX_SAFE_INTEGER)
    ? amount.toString()
    : Number(amount)

/**
 * A token's decimals, from a mirror's answer: a number or decimal digits. Undefined for anything else. An amount with
 * unknown decimals is never shown as a number.
 */
export function decimalsIn(answered: unknown): number | undefined {
  if (typeof answered !== 'number' && !(typeof answered === 'string' && /^\d{1,10}$/.test(answered))) return undefined
  const decimals = Number(answered)
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_TOKEN_DECIMALS ? decimals : undefined
}

export interface AmountTextOptions {
  /** Shows at least this many digits after the separator, if the unit has them. Default: 0. */
  least?: number
  /** Default: true. */
  grouped?: boolean
}

/**
 * `1234567` with 2 decimals is `12,345.67` in English. With more than {@link MAX_WRITTEN_DECIMALS} decimals, the text
 * is `1,234,567 × 10⁻` followed by their number.
 *
 * @throws RangeError for decimals that {@link decimalsIn} does not return
 */
export function amountText(
  units: bigint,
  decimals: number,
  language: string,
  { least = 0, grouped = true }: AmountTextOptions = {},
): string {
  if (decimalsIn(decimals) === undefined) throw new RangeError(`A token cannot have ${decimals} decimals`)
  const sign = units < 0n ? '−' : ''
  const size = units < 0n ? -units : units
  const wholeText = (whole: bigint) => (grouped ? whole.toLocaleString(language) : String(whole))
  if (decimals > MAX_WRITTEN_DECIMALS) return `${sign}${wholeText(size)} × 10⁻${decimals}`
  const digits = String(size).padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const fraction = withoutZeros(digits.slice(at)).padEnd(Math.min(least, decimals), '0')
  return `${sign}${wholeText(BigInt(digits.slice(0, at)))}${fraction === '' ? '' : decimalSeparator(language) + fraction}`
}

/** `-1234567` with 2 decimals is `-12345.67`: a number for programs and spreadsheets. */
export const decimalText = (units: bigint, decimals: number): string =>
  amountText(units, decimals, 'en', { grouped: false }).replace('−', '-')

/** Like {@link amountText}, with a plus sign for increases. */
export const changeText = (units: bigint, decimals: number, language: string): string =>
  `${units > 0n ? '+' : ''}${amountText(units, decimals, language)}`

/** An amount in full, with at least two digits after the separator: `5,100.00`, which nobody reads as 5.1. */
export const fullAmountText = (units: bigint, decimals: number, language: string): string =>
  amountText(units, decimals, language, { least: FULL })
const FULL = 2

/** Removes the symbol that hbars are copied with, after or before them: `1,500.50 ℏ` and `HBAR 1,500.50`. */
export function withoutHbarSymbol(text: string): string {
  const plain = text.trim()
  const before = plain.replace(/(?:ℏ|hbars?)$/i, '')
  return before === plain ? plain.replace(/^(?:ℏ|hbars?)/i, '') : before
}

/** Tinybars in English text, such as `5,100.00 ℏ`. */
export const hbars = (tinybars: bigint): string => `${fullAmountText(tinybars, HBAR_DECIMALS, 'en')} ℏ`

export interface AmountRules {
  decimals: number
  language: string
  /** In smallest units. Default: the protocol's maximum. */
  most?: bigint
}

export type AmountFault = 'empty' | 'notANumber' | 'tooPrecise' | 'tooLarge' | 'ambiguous'

/** A typed amount. `meant` has the possible meanings in smallest units, the language's own reading first. */
export type TypedAmount = { units: bigint } | { fault: AmountFault; meant: bigint[] }

/**
 * Reads a typed amount by the language's rules for numbers; spaces and apostrophes may also separate groups of three
 * digits. People use comma and point for both purposes, so `5,100` is ambiguous in every language, and is refused with
 * its possible meanings. The other language's reading is used only if it is the only possible one and cannot be a
 * typing error, as in `2,5`.
 */
export function readAmount(typed: string, { decimals, language, most = MAX_UNITS }: AmountRules): TypedAmount {
  const text = typed.trim()
  if (text === '') return { fault: 'empty', meant: [] }
  if (text.length > MAX_TEXT || decimalsIn(decimals) === undefined || decimals > MAX_WRITTEN_DECIMALS)
    return { fault: 'notANumber', meant: [] }
  const decimal = decimalSeparator(language)
  const own = numberIn(text, decimal)
  const other = numberIn(text, decimal === '.' ? ',' : '.')
  const readings = [own, other].flatMap((number) => (number ? [inUnits(number, decimals, most)] : []))
  const [first] = readings
  if (!first) return { fault: 'notANumber', meant: [] }
  const slip = !own && other ? slipIn(other) : undefined
  const all = slip ? [inUnits(slip, decimals, most), ...readings] : readings
  const meant = [...new Set(all.flatMap((reading) => ('units' in reading ? [reading.units] : [])))]
  if (meant.length > 1 || slip) return { fault: 'ambiguous', meant }
  return 'units' in first ? first : { ...first, meant }
}

/**
 * `5,1000` on an English page may be 5.1, or 51,000 with a misplaced separator. Returns the latter reading, if it is
 * possible.
 */
const slipIn = ({ whole, fraction, isGrouped }: Digits): Digits | undefined =>
  fraction.length >= GROUP && whole !== '0' && !isGrouped
    ? { whole: whole + fraction, fraction: '', isGrouped: false }
    : undefined

/**
 * An amount as an input field holds it. {@link readAmount} reads it back, so it never has exactly three digits after
 * `5.`.
 */
export function amountInField(units: bigint, decimals: number, language: string): string {
  const text = amountText(units, decimals, language, { grouped: false })
  const at = text.lastIndexOf(decimalSeparator(language))
  return at >= 0 && text.length - at - 1 === GROUP && decimals >= GROUP ? `${text}0` : text
}

interface Digits {
  whole: string
  fraction: string
  isGrouped: boolean
}
const GROUP = 3

/** The digits of a number with this decimal separator, with or without groups of three; undefined for other texts. */
function numberIn(text: string, decimal: '.' | ','): Digits | undefined {
  const [before = '', after, ...others] = text.split(decimal)
  if (others.length > 0 || (after !== undefined && !/^\d*$/.test(after))) return undefined
  const fraction = after ?? ''
  if (before === '' && fraction !== '') return { whole: '0', fraction, isGrouped: false }
  if (/^\d+$/.test(before)) return { whole: before, fraction, isGrouped: false }
  const separator = /^\d+(\D)/.exec(before)?.[1]
  if (separator === undefined || !GROUP_SEPARATORS.includes(separator) || separator === decimal) return undefined
  const [first = '', ...groups] = before.split(separator)
  const isWellGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  return isWellGrouped ? { whole: first + groups.join(''), fraction, isGrouped: true } : undefined
}

/** Includes space, no-break space, narrow no-break space, and both apostrophes as the Swiss write them. */
const GROUP_SEPARATORS = [',', '.', ' ', '\u00a0', '\u202f', "'", '\u2019']

function inUnits({ whole, fraction }: Digits, decimals: number, most: bigint): TypedAmount {
  const digits = withoutZeros(fraction)
  // Nobody writes 5 as 5.000 if the unit has fewer decimals, so that is a group of digits.
  if (digits.length > decimals || (fraction.length === GROUP && decimals < GROUP))
    return { fault: 'tooPrecise', meant: [] }
  const units = BigInt(whole + digits.padEnd(decimals, '0'))
  return units > most ? { fault: 'tooLarge', meant: [] } : { units }
}

function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end--
  return fraction.slice(0, end)
}

/** All supported languages write `,` or `.` before decimals. */
export const decimalSeparator = (language: string): '.' | ',' =>
  (1.5).toLocaleString(language).charAt(1) === ',' ? ',' : '.'
