import { randomInt } from 'node:crypto'
import type { Clock } from '@quorate/platform'
import type { LedgerTime } from './freeze.ts'

/**
 * How far in the past a valid start is, in milliseconds. A node with a slow clock refuses a transaction that starts in
 * its future.
 */
const BACKDATE_MS = 5_000
/**
 * The most nanoseconds between two starts in the same millisecond. The average is half of it, so that 10,000 starts a
 * second do not run ahead of the clock.
 */
const MAX_STEP_NS = 200_000

/** If the last start is this many nanoseconds ahead of the clock, the clock was set back since. */
const SET_BACK_NS = 10_000_000_000n

/** A future valid start is chosen within this many nanoseconds after the given time. */
const AHEAD_NS = 1_000_000_000

/**
 * Creates valid starts; a start and the payer make up a transaction id. They never repeat in this process. Another
 * process of the same payer chooses the same one with a probability of one in a million per millisecond. No start can
 * be derived from others, since anybody who knows an id can use it up. With `at` (milliseconds), the start is in the
 * second after it; two such starts are equal with a probability of one in a thousand million.
 */
export function createStarts(clock: Clock): (at?: number) => LedgerTime {
  let last = 0n
  return (at) => {
    if (at !== undefined) return timeOf(BigInt(at) * 1_000_000n + BigInt(randomInt(AHEAD_NS)))
    const now = BigInt(clock.now() - BACKDATE_MS) * 1_000_000n + BigInt(randomInt(1_000_000))
    last = now > last || last - now > SET_BACK_NS ? now : last + BigInt(randomInt(1, MAX_STEP_NS))
    return timeOf(last)
  }
}

const timeOf = (nanos: bigint): LedgerTime => ({
  seconds: nanos / 1_000_000_000n,
  nanos: Number(nanos % 1_000_000_000n),
})
