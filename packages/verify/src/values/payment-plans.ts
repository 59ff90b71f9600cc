/** Plans of payments: when the payments of a template are due. */
import { limitPeriods } from './limit-plans.ts'

export const paymentPeriods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type PaymentPeriod = (typeof paymentPeriods)[number]

/** The maximum number of payments of a plan that has an end. */
export const MAX_PLAN_PAYMENTS = 1_000

const DAY_MS = 86_400_000
const MONTHS = { month: 1, quarter: 3, year: 12 } as const
/** How long before a payment is due its request is opened, at most. */
const LEAD_MS = 7 * DAY_MS

/**
 * When the payment with this index, from 0, is due, in milliseconds since 1970. Months are those of the calendar in
 * UTC: what begins on the 31st is due on the last day of a shorter month.
 */
export function dueAt({ start, every }: { start: number; every: PaymentPeriod }, index: number): number {
  if (every === 'day' || every === 'week') return start + index * limitPeriods[every] * DAY_MS
  const first = new Date(start)
  const months = first.getUTCMonth() + index * MONTHS[every]
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(first.getUTCDate(), lastDay)
  return Date.UTC(first.getUTCFullYear(), months, day) + (start - Math.floor(start / DAY_MS) * DAY_MS)
}

/** When the request of a payment is opened: a week before, or a day before a daily one. */
export const opensAt = (due: number, every: PaymentPeriod): number => due - (every === 'day' ? DAY_MS : LEAD_MS)

/** How many payments a plan makes that must not pay after `until`. Counts at most `most`. */
export function timesUntil(plan: { start: number; every: PaymentPeriod }, until: number, most: number): number {
  let count = 0
  while (count < most && dueAt(plan, count) <= until) count++
  return count
}
