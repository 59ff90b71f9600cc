/** Ledger times as clients write them: `seconds.nanoseconds` or ISO 8601, both precise to the nanosecond. */
import { badRequest } from '@quorate/platform'
import { nineDigits, timestampText } from '@quorate/verify'

const LEDGER = /^(\d{1,10})(?:\.(\d{1,9}))?$/
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2}))?$/
/** The last second of an int64 of nanoseconds. */
const LAST_SECOND = 9_223_372_036

/** The source of a regular expression for the texts that {@link toLedgerTime} reads. */
export const TIME_PATTERN =
  '(\\d{1,10}(\\.\\d{1,9})?|\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2}))?)'

/** `seconds.nanos`, nanos with nine digits. @throws 400 INVALID_TIMESTAMP, naming `field` */
export function toLedgerTime(text: string, field = 'timestamp'): string {
  const [seconds, fraction] = partsOf(text)
  if (seconds >= 0 && seconds <= LAST_SECOND) return timestampText(seconds, nineDigits(fraction))
  throw badRequest('INVALID_TIMESTAMP', `${field} is "${text.slice(0, 60)}": expected seconds.nanoseconds or ISO 8601`)
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
