import { randomInt } from 'node:crypto'
import type { Clock } from '@quorate/platform'
import type { LedgerTime } from './freeze.ts'

/**
 * Milliseconds by which a valid start lies in the past: a node whose clock is behind ours refuses a transaction that
 * starts in its future.
 */
const BACKDATE_MS = 5_000
/**
 * The most nanoseconds between two starts of one millisecond: on average half as many, so that 10,000 a second do not
 * run ahead of the clock.
 */
const MAX_STEP_NS = 200_000

/**
 * Creates valid starts, of which a transaction id consists together with the payer. They never repeat in this process;
 * another process of the same payer repeats one with a chance of one in a million per millisecond. Nobody can derive
 * one from others: who knows an id can use it up.
 */
export function createStarts(clock: Clock): () => LedgerTime {
  let last = 0n
  return () => {
    const now = BigInt(clock.now() - BACKDATE_MS) * 1_000_000n + BigInt(randomInt(1_000_000))
    last = now > last ? now : last + BigInt(randomInt(1, MAX_STEP_NS))
    return { seconds: last / 1_000_000_000n, nanos: Number(last % 1_000_000_000n) }
  }
}
