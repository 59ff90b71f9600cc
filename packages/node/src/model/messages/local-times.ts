/** Local times of day. */

const MINUTES_OF_HOUR = 60

/** Whether a name is in the IANA time zone database, or is an offset such as `+01:00`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const zoned = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/**
 * The next time after `at`, in milliseconds, when clocks in the zone show `time` (`HH:MM`). If daylight saving skips
 * that time, it comes an hour later.
 */
export function nextLocal(at: number, timeZone: string, time: string): number {
  const now = zoned(at, timeZone)
  const plainTime = Temporal.PlainTime.from(time)
  const today = now.withPlainTime(plainTime).epochMilliseconds
  if (today > at) return today
  return now.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
}

/**
 * Whether clocks in the zone show a time from `from` up to but not including `to` (`HH:MM`). The range may span
 * midnight.
 */
export function isWithin(at: number, timeZone: string, { from, to }: { from: string; to: string }): boolean {
  const { hour, minute } = zoned(at, timeZone)
  const now = hour * MINUTES_OF_HOUR + minute
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return start <= end ? start <= now && now < end : now >= start || now < end
}

const minutesOf = (time: string): number => {
  const { hour, minute } = Temporal.PlainTime.from(time)
  return hour * MINUTES_OF_HOUR + minute
}

/** `2026-11-30 09:05 (Europe/Berlin)` */
export const localText = (at: number, timeZone: string): string =>
  `${zoned(at, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')} (${timeZone})`
