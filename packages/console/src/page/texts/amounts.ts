import { decimalSeparator } from '@quorate/verify'

/** Formats a share for the language, rounded to one decimal. */
export const percentText = (percent: number, language: string): string => percentWith(1, percent, language)

/** Formats a percentage for the language, rounded to two decimals. */
export const roundedPercentText = (percent: number, language: string): string => percentWith(2, percent, language)

/** Formats the percentage of a rule or a result for the language, with all its decimals. */
export const exactPercentText = (percent: number, language: string): string => percentWith(6, percent, language)

/** The exact share of a rule: a fraction such as `2/3`, or a percentage with all its decimals. */
export const ruleShareText = (percent: number, fraction: string | null | undefined, language: string): string =>
  fraction ?? exactPercentText(percent, language)

const percentWith = (maximumFractionDigits: number, percent: number, language: string): string =>
  (percent / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits })

/** The percent sign with the space before it, as the language writes it. */
export const percentSign = (language: string): string => percentText(1, language).slice(1)

/** The separators that a whole-number input writes and reads. */
export const separators = (language: string): { thousandSeparator: string; decimalSeparator: string } => {
  const decimal = decimalSeparator(language)
  return { decimalSeparator: decimal, thousandSeparator: decimal === ',' ? '.' : ',' }
}
