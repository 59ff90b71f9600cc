/** The period of a statement, as the options --month, --from and --to say it. */
import { isDay, ledgerTimeIn } from '@quorate/verify'
import { ledgerTimestamp } from '@quorate/verify/recount'
import { Failure } from '../exit-codes.ts'

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/

/**
 * The beginning and the end as `seconds.nanos`; the end is exclusive. Months and days are those of the computer's time
 * zone. Without options it is the month of `now`. A period that has not ended ends now.
 *
 * @throws Failure for a text that is not a month, day or time, and for a period that begins later than it ends
 */
export function periodOf(
  { month, from, to }: { month?: string | undefined; from?: string | undefined; to?: string | undefined },
  now: number,
): { from: string; to: string } {
  if (month !== undefined && (from !== undefined || to !== undefined))
    throw new Failure('usage', 'Give either --month or --from and --to')
  if (from === undefined && to !== undefined) throw new Failure('usage', '--to needs --from')
  const [begin, end] =
    from === undefined ? monthOf(month, now) : [timeOf('--from', from), to === undefined ? now : timeOf('--to', to)]
  const last = Math.min(end, now)
  if (begin >= last) throw new Failure('usage', 'The period must begin in the past, and before its end')
  return { from: ledgerTimestamp(begin), to: ledgerTimestamp(last) }
}

function monthOf(month: string | undefined, now: number): [number, number] {
  const today = new Date(now)
  const [year, index] =
    month === undefined ? [today.getFullYear(), today.getMonth()] : numbersOf(MONTH.exec(month) ?? wrongMonth(month))
  return [new Date(year, index, 1).getTime(), new Date(year, index + 1, 1).getTime()]
}

const numbersOf = ([, year, number]: RegExpExecArray): [number, number] => [Number(year), Number(number) - 1]

const wrongMonth = (month: string): never => {
  throw new Failure('usage', `--month is ${month}: expected a month such as 2026-11`)
}

function timeOf(option: string, text: string): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)) {
    const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
    return new Date(year, month - 1, day).getTime()
  }
  const at = ledgerTimeIn(text)
  if (at === undefined)
    throw new Failure('usage', `${option} is ${text}: expected a day such as 2026-11-01, or a time with its zone`)
  return Math.floor(Number(at) * 1000)
}
