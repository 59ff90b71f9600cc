import type { Clock, Database } from '@quorate/platform'
import { countPins, type Tables } from '../store/store.ts'

/** How long a count is answered to whoever asks. */
const KEPT_MS = 60_000

/** How much content is pinned. Anybody may ask, so that it is counted for all of them at once, and once a minute at most. */
export function createPinCount(database: Database<Tables>, clock: Clock): () => Promise<number> {
  let counted: Promise<number> | undefined
  let until = 0
  async function count(): Promise<number> {
    try {
      return await countPins(database.read)
    } finally {
      until = clock.now() + KEPT_MS
    }
  }
  return () => {
    if (counted && clock.now() < until) return counted
    until = Number.POSITIVE_INFINITY
    counted = count()
    // A failure is told to those who wait for it, and to no others.
    counted.catch(() => {
      counted = undefined
    })
    return counted
  }
}
