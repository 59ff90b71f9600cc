/** The last moment that JavaScript has a date for, in milliseconds since 1970. */
const MAX_MS = 8.64e15

/** ISO 8601 of seconds since 1970, such as `1795000000.000000005`; what no date can be is left as it is. */
export function isoOf(seconds: string | number): string {
  const ms = Math.floor(Number(seconds) * 1000)
  return Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString() : String(seconds)
}
