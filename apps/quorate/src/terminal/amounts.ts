/** Amounts in a command's input and output. */
import { amountInField, fullAmountText, readAmount, type TypedAmount } from '@quorate/verify'
import { Failure } from '../exit-codes.ts'

export const LANGUAGE = 'en'
/** Enough for fractions of hours and percent. */
export const NUMBER_DECIMALS = 18

/** The fault in such text, with what to write instead; undefined for an amount. */
export function faultOf(typed: TypedAmount, text: string, decimals: number): string | undefined {
  if ('units' in typed) return undefined
  const { fault, meant } = typed
  const instead = meant.map((units) => amountInField(units, decimals, LANGUAGE)).join(' or ')
  const shown = JSON.stringify(text)
  if (fault === 'ambiguous') return `${shown} can be read in more than one way: write ${instead}`
  const or = instead === '' ? '' : `, or write ${instead}`
  if (fault === 'tooPrecise') return `${shown} has more than ${decimals} decimals: leave them out${or}`
  if (fault === 'tooLarge') return `${shown} is more than can exist${or}`
  return `${shown} is not an amount: expected for example 5100 or 12.5`
}

/** The smallest units of an amount with these decimals. @throws Failure */
export function unitsOf(option: string, text: string, decimals: number): bigint {
  const typed = readAmount(text, { decimals, language: LANGUAGE })
  if ('units' in typed) return typed.units
  throw new Failure('usage', `${option} ${faultOf(typed, text, decimals)}`)
}

/** A typed number of hours or percent, without groups. */
export function readNumber(text: string): { number: string } | { fault: string } {
  const typed = readAmount(text, { decimals: NUMBER_DECIMALS, language: LANGUAGE, most: MOST_NUMBER })
  return 'units' in typed
    ? { number: amountInField(typed.units, NUMBER_DECIMALS, LANGUAGE) }
    : { fault: faultOf(typed, text, NUMBER_DECIMALS) ?? '' }
}
const MOST_NUMBER = 10n ** 9n * 10n ** BigInt(NUMBER_DECIMALS)

/** A token's amount in full; never a number while its decimals are unknown. */
export const tokenText = (units: bigint, decimals: number | undefined): string =>
  decimals === undefined
    ? 'amount not known: the ledger does not show the decimals of the token'
    : fullAmountText(units, decimals, LANGUAGE)
