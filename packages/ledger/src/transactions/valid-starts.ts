import type { Clock } from '@quorate/platform'
import type { LedgerTime } from './freeze.ts'

/** How far in the past a transaction starts: a node whose clock is behind ours refuses one that starts in its future. */
const BACKDATE_MS = 5_000

/**
 * Starts that never repeat in this process, nor, by chance of one in a million a millisecond, in another of the same payer: an id is a payer
 * and a start.
 */
export function createStarts(clock: Clock): () => LedgerTime {
  let last = 0n
  return () => {
    const now = BigInt(clock.now() - BACKDATE_MS) * 1_000_000n + BigInt(Math.floor(Math.random() * 1_000_000))
    last = now > last ? now : last + 1n
    return { seconds: last / 1_000_000_000n, nanos: Number(last % 1_000_000_000n) }
  }
}
