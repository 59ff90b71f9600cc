/** The latest date in JavaScript, in milliseconds since 1970. */
const MAX_MS = 8.64e15

/**
 * Converts seconds since 1970, such as `1795000000.000000005`, to ISO 8601. Returns values beyond the range of dates
 * unchanged.
 */
export function isoOf(seconds: string | number): string {
  const ms = Math.floor(Number(seconds) * 1000)
  return Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString() : String(seconds)
}
