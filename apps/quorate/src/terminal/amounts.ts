/** Amounts in a command's input and output. */
import { amountInField, fullAmountText, readAmount, type TypedAmount } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'

export const LANGUAGE = 'en'
/** Enough for fractions of hours and percent. */
export const NUMBER_DECIMALS = 18

/**
 * Returns what is wrong with a typed amount, and what to write instead; undefined for a valid amount.
 *
 * @param tooMuch What is said about an amount above the maximum
 */
export function faultOf(
  typed: TypedAmount,
  text: string,
  decimals: number,
  tooMuch = 'more than can exist',
): string | undefined {
  if ('units' in typed) return undefined
  const { fault, meant } = typed
  const instead = meant.map((units) => amountInField(units, decimals, LANGUAGE)).join(' or ')
  const shown = JSON.stringify(text)
  if (fault === 'ambiguous') return `${shown} can be read in more than one way: write ${instead}`
  const or = instead === '' ? '' : `, or write ${instead}`
  if (fault === 'tooPrecise') return `${shown} has more than ${decimals} decimals: leave them out${or}`
  if (fault === 'tooLarge') return `${shown} is ${tooMuch}${or}`
  return `${shown} is not an amount: expected for example 5100 or 12.5`
}

/** The smallest units of an amount with these decimals. @throws Failure */
export function unitsOf(option: string, text: string, decimals: number): bigint {
  const typed = readAmount(text, { decimals, language: LANGUAGE })
  if ('units' in typed) return typed.units
  throw new Failure('usage', `${option} ${faultOf(typed, text, decimals)}`)
}

/** A typed number of hours, without groups. */
export const readNumber = (text: string): ReadNumber => readUpTo(MOST_NUMBER, text)
const MOST_NUMBER = 10n ** 9n

/** A typed percentage, with or without its sign. No share is more than 100 percent. */
export const readPercent = (text: string): ReadNumber => readUpTo(100n, text.replace(/%$/, ''))

type ReadNumber = { number: string } | { fault: string }

function readUpTo(most: bigint, text: string): ReadNumber {
  const units = most * 10n ** BigInt(NUMBER_DECIMALS)
  const typed = readAmount(text, { decimals: NUMBER_DECIMALS, language: LANGUAGE, most: units })
  return 'units' in typed
    ? { number: amountInField(typed.units, NUMBER_DECIMALS, LANGUAGE) }
    : { fault: faultOf(typed, text, NUMBER_DECIMALS, `more than ${most}`) ?? '' }
}

/** A token's amount in full; never a number while its decimals are unknown. */
export const tokenText = (units: bigint, decimals: number | undefined): string =>
  decimals === undefined
    ? 'amount not known: the ledger does not show the decimals of the token'
    : fullAmountText(units, decimals, LANGUAGE)
