/** Ledger times as people and clients write them: `seconds.nanoseconds` or ISO 8601, both precise to the nanosecond. */
import { nineDigits, timestampText } from './timestamp-text.ts'

const LEDGER = /^(\d{1,10})(?:\.(\d{1,9}))?$/
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2}))?$/
/** The last second of an int64 of nanoseconds. */
const LAST_SECOND = 9_223_372_036

/** `seconds.nanos`, nanos with nine digits; undefined for a text that is not a ledger time. */
export function ledgerTimeIn(text: string): string | undefined {
  const [seconds, fraction] = partsOf(text)
  return seconds >= 0 && seconds <= LAST_SECOND ? timestampText(seconds, nineDigits(fraction)) : undefined
}

function partsOf(text: string): [seconds: number, fraction: string] {
  const ledger = LEDGER.exec(text)
  if (ledger) return [Number(ledger[1]), ledger[2] ?? '']
  const [, date, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = ISO_8601.exec(text) ?? []
  if (date === undefined || !isDay(date)) return [Number.NaN, '']
  return [Date.parse(`${date}T${minutes}:${seconds}${zone}`) / 1000, fraction]
}

/** Whether `YYYY-MM-DD` is a day of the calendar: `Date.parse` reads February 30 as March 2. */
export function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
