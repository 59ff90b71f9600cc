/** Thresholds and quorums as people type them: a percentage, or a fraction such as 2/3. */
import { parseFraction, percentOfRatio } from '@quorate/verify/recount'
import { numberIn, type TypedAmount } from '../../parts/inputs/typed-amount.ts'

export interface Share {
  /** Absent with a fraction: the service works it out. */
  percent?: number
  fraction?: string
}

/** Returns the fraction in a text; undefined if the text is not a fraction or the fraction is greater than 1. */
export function fractionIn(text: string): string | undefined {
  const fraction = text.replace(/\s/g, '')
  return parseFraction(fraction) ? fraction : undefined
}

/** Whether the text is not a number, for example a fraction or its beginning. */
export const isNoNumber = (text: string): boolean => /[^\d.,'\s%+-]/.test(text)

/**
 * Returns the share; undefined if the text is not a share, or is less than `least`.
 *
 * @param least in percent
 */
export function shareIn(typed: TypedAmount, least: number, language: string): Share | undefined {
  const fraction = fractionIn(typed.text)
  if (fraction !== undefined) return percentOf(fraction) >= least ? { fraction } : undefined
  const percent = isNoNumber(typed.text) ? undefined : numberIn(typed, language, '%')
  return percent !== undefined && percent > 0 && percent >= least && percent <= 100 ? { percent } : undefined
}

/** A fraction in percent, with up to six decimals. */
export function percentOf(fraction: string): number {
  const ratio = parseFraction(fraction)
  return ratio ? percentOfRatio(ratio) : 0
}
