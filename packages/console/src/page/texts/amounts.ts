/** Amounts as people write and read them, exact. */

export const HBAR_DECIMALS = 8

/** Whoever makes a token gives it up to 2^31 decimals: amounts of more than these are not written out. */
const MAX_DECIMALS = 99
const isWrittenOut = (decimals: number): boolean =>
  Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS

/** `1234567` with 2 decimals is `12,345.67` in English; with very many it is `1,234,567 × 10⁻`, and how many. */
export function amountText(smallest: bigint, decimals: number, language: string): string {
  const sign = smallest < 0n ? '−' : ''
  if (!isWrittenOut(decimals))
    return `${sign}${(smallest < 0n ? -smallest : smallest).toLocaleString(language)} × 10⁻${Number.isInteger(decimals) ? decimals : '?'}`
  const digits = String(smallest < 0n ? -smallest : smallest).padStart(decimals + 1, '0')
  const whole = BigInt(digits.slice(0, digits.length - decimals))
  let rest = digits.slice(digits.length - decimals)
  while (rest.endsWith('0')) rest = rest.slice(0, -1)
  const separator = (1.5).toLocaleString(language).charAt(1)
  return `${sign}${whole.toLocaleString(language)}${rest === '' ? '' : separator + rest}`
}

/** As an amount, with a sign for more, too. */
export const changeText = (smallest: bigint, decimals: number, language: string): string =>
  `${smallest > 0n ? '+' : ''}${amountText(smallest, decimals, language)}`

/** The smallest units of what somebody typed, with a comma or a point; undefined for what is no such amount. */
export function amountOf(text: string, decimals: number): bigint | undefined {
  const [, whole = '', rest = ''] = /^(\d{1,19})(?:[.,](\d{1,18}))?$/.exec(text.trim()) ?? []
  if (whole === '' || rest.length > decimals || !isWrittenOut(decimals)) return undefined
  return BigInt(whole + rest.padEnd(decimals, '0'))
}

/** A share in percent, as the language writes it. */
export const percentText = (percent: number, language: string): string =>
  (percent / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 })
