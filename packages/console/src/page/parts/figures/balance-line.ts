/** The line of a balance over time. It has steps, because a balance changes in steps. */

/** A balance from this moment on, in milliseconds. */
export interface Step {
  at: number
  balance: bigint
}

/**
 * Counts back from the present balance.
 *
 * @param changes How much the balance changed at each moment, newest first
 * @returns The steps in order; the first holds from `from` on
 */
export function stepsOf(
  balance: bigint,
  changes: readonly { at: number; change: bigint }[],
  { from }: { from: number },
): Step[] {
  const steps: Step[] = []
  let present = balance
  for (const { at, change } of changes) {
    if (at <= from) break
    steps.push({ at, balance: present })
    present -= change
  }
  steps.push({ at: from, balance: present })
  return steps.reverse()
}

/** Adds up lines, which must all cover the same time. */
export function sumOf(lines: readonly (readonly Step[])[]): Step[] {
  const moments = [...new Set(lines.flatMap((line) => line.map(({ at }) => at)))].sort((a, b) => a - b)
  return moments.map((at) => ({
    at,
    balance: lines.reduce((sum, line) => sum + (line.findLast((step) => step.at <= at)?.balance ?? 0n), 0n),
  }))
}

const WIDTH = 600
const HEIGHT = 100
const PAD = 6

/** The line on a grid of 600 by 100, and its end in percent. */
export function pathOf(steps: readonly Step[], to: number): { line: string; area: string; x: number; y: number } {
  const from = steps[0]?.at ?? to
  const balances = steps.map(({ balance }) => balance)
  const least = balances.reduce((a, b) => (b < a ? b : a), balances[0] ?? 0n)
  const span = balances.reduce((a, b) => (b > a ? b : a), least) - least
  const yOf = (balance: bigint): number =>
    span === 0n ? HEIGHT / 2 : PAD + (HEIGHT - 2 * PAD) * (1 - Number(((balance - least) * 10_000n) / span) / 10_000)
  const xOf = (at: number): number => ((WIDTH - 12) * (at - from)) / Math.max(1, to - from)
  const points = steps.map(({ at, balance }) => `H${xOf(at).toFixed(1)}V${yOf(balance).toFixed(1)}`).join('')
  const end = xOf(to)
  const last = yOf(balances.at(-1) ?? 0n)
  const line = `M0 ${yOf(balances[0] ?? 0n).toFixed(1)}${points}H${end.toFixed(1)}`
  return {
    line,
    area: `${line}V${HEIGHT}H0z`,
    x: (100 * end) / WIDTH,
    y: (100 * last) / HEIGHT,
  }
}

/** The days that a line shows if all of their transactions are read. */
export const DAYS = 30
export const DAY_MS = 86_400_000

/** The period of a line in words: 30 days, or the time that the loaded transactions cover. */
export const periodText = (
  { from, to }: { from: number; to: number },
  texts: { inDays: (days: number) => string; since: (day: string) => string },
  dayOf: (at: number) => string,
): string => (to - from > (DAYS - 1) * DAY_MS ? texts.inDays(DAYS) : texts.since(dayOf(from)))
