import type { Clock, Database } from '@quorate/platform'
import { countPins, type Tables } from '../store/store.ts'

/** How long a count is reused. */
const KEPT_MS = 60_000

/** Counts how much content is pinned. Anybody may ask, so concurrent askers share one count, at most once a minute. */
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
    // Those who wait for this count learn of its failure; later askers start another.
    counted.catch(() => {
      counted = undefined
    })
    return counted
  }
}
