/** Plans of spending limits: the requests that give a limit, renew it for each period, and end it. */

const DAY_MS = 86_400_000
/** The lengths of periods, in days. `once` has only one period. */
export const limitPeriods = { day: 1, week: 7, month: 30 } as const
export type LimitPeriod = keyof typeof limitPeriods

/** How far ahead a timed request may lie, in days. */
const MOST_DAYS = 90

export interface PlannedStep {
  act: 'give' | 'end'
  /** In milliseconds since 1970. */
  at: number
}

/**
 * The maximum number of periods of a plan that begins in `leadMs` milliseconds and ends the limit after the last one.
 */
export const mostPeriods = (every: LimitPeriod, leadMs: number): number =>
  Math.floor((MOST_DAYS * DAY_MS - leadMs) / (limitPeriods[every] * DAY_MS))

const FAULTS = {
  en: {
    count: (times: number) => `${times} is not a number of periods: write 1 or more`,
    tooFar: (times: number) =>
      `The last request of ${times} periods would lie more than ${MOST_DAYS} days ahead, ` +
      'the limit for timed requests: choose fewer',
  },
  de: {
    count: (times: number) => `${times} ist keine Anzahl von Zeiträumen: Gib 1 oder mehr ein`,
    tooFar: (times: number) =>
      `Der letzte Antrag von ${times} Zeiträumen läge mehr als ${MOST_DAYS} Tage in der Zukunft, ` +
      'die Grenze für Anträge zu einem Zeitpunkt: Wähle weniger',
  },
} as const

/**
 * The steps of a plan, in their order: the first at `start`, and each later one a period after the previous one. With
 * `ends`, the last step ends the limit. Returns a sentence with the reason if such a plan is impossible. Times are in
 * milliseconds.
 */
export function planOf({
  now,
  start,
  every,
  times,
  ends,
  language = 'en',
}: {
  now: number
  start: number
  every: LimitPeriod | 'once'
  times: number
  ends: boolean
  language?: 'en' | 'de'
}): PlannedStep[] | string {
  if (every === 'once') return [{ act: 'give', at: start }]
  const period = limitPeriods[every] * DAY_MS
  const steps = ends ? times : times - 1
  if (!Number.isSafeInteger(times) || times < 1) return FAULTS[language].count(times)
  if (start + steps * period > now + MOST_DAYS * DAY_MS) return FAULTS[language].tooFar(times)
  const gives = Array.from({ length: times }, (_, index): PlannedStep => ({ act: 'give', at: start + index * period }))
  return ends ? [...gives, { act: 'end', at: start + times * period }] : gives
}
