import { decimalSeparator } from '@quorate/verify'

/** A share in percent, as the language writes it. */
export const percentText = (percent: number, language: string): string =>
  (percent / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })

/** How a field for whole numbers writes and reads groups of digits. */
export const separators = (language: string): { thousandSeparator: string; decimalSeparator: string } => {
  const decimal = decimalSeparator(language)
  return { decimalSeparator: decimal, thousandSeparator: decimal === ',' ? '.' : ',' }
}
