const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** Formats bytes in the largest unit with an amount of at least one: `1.5 MiB`. */
export function sizeText(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const amount = bytes / 1024 ** power
  return `${amount.toLocaleString(language, { maximumFractionDigits: 1 })} ${UNITS[power]}`
}

/** Formats megabytes as MB or GB: `430 MB`, `77.6 GB`. */
export function megabytesText(megabytes: number, language: string): string {
  const [amount, unit] = megabytes < 1000 ? [megabytes, 'MB'] : [megabytes / 1000, 'GB']
  return `${amount.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`
}
