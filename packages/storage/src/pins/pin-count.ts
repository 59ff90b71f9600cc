import type { Clock, Database } from '@quorate/platform'
import { countPins } from '../store/pins.ts'
import type { Tables } from '../store/tables.ts'

/** How long a count is reused. */
const KEPT_MS = 60_000

/** Counts how much content is pinned. Anybody may ask, so concurrent callers share one count, at most once a minute. */
export function createPinCount({
  database,
  clock,
}: {
  database: Database<Tables>
  clock: Clock
}): () => Promise<number> {
  let latest: Promise<number> | undefined
  let until = 0
  async function count(): Promise<number> {
    try {
      return await countPins(database.read)
    } finally {
      until = clock.now() + KEPT_MS
    }
  }
  return () => {
    if (latest && clock.now() < until) return latest
    until = Number.POSITIVE_INFINITY
    latest = count()
    // Callers that wait for this count get its failure; later callers start another.
    latest.catch(() => {
      latest = undefined
    })
    return latest
  }
}
