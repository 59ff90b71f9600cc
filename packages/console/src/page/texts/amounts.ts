import { decimalSeparator } from '@quorate/verify'

/** Formats a percentage for the language. */
export const percentText = (percent: number, language: string): string =>
  (percent / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })

/** The separators that a whole-number input writes and reads. */
export const separators = (language: string): { thousandSeparator: string; decimalSeparator: string } => {
  const decimal = decimalSeparator(language)
  return { decimalSeparator: decimal, thousandSeparator: decimal === ',' ? '.' : ',' }
}
