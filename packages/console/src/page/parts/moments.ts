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

const HOUR_MS = 3_600_000

/** A time in the browser's time zone, in the format of `<input type="datetime-local">`. */
export const toLocalField = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** The next full hour in the browser's time zone, in the format of `<input type="datetime-local">`. */
export function inLocalField(ms: number): string {
  return toLocalField(Math.ceil(ms / HOUR_MS) * HOUR_MS)
}

export const pad = (value: number, digits = 2): string => String(Math.abs(value)).padStart(digits, '0')

/** The offset of the local time from UTC at that moment, such as `+02:00`. */
export function offsetAt(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  return `${minutes < 0 ? '-' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`
}

/** The zone of the browser and its offset at that moment, such as `Europe/Berlin, UTC+02:00`. */
export const zoneText = (at: Date): string =>
  `${new Intl.DateTimeFormat().resolvedOptions().timeZone}, UTC${offsetAt(at)}`
