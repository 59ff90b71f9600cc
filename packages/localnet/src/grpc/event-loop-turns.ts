const TURN_MS = 10

/**
 * Runs work in turns of a few milliseconds, at most `most` pieces in each, so that other events come in between. A
 * function that is already queued is not queued again.
 */
export function createLoopTurns(most = Number.POSITIVE_INFINITY): (work: () => void) => void {
  const waiting = new Set<() => void>()
  let isDue = false
  const schedule = (): void => {
    if (isDue || waiting.size === 0) return
    isDue = true
    setImmediate(run)
  }
  const run = (): void => {
    const end = performance.now() + TURN_MS
    let left = most
    try {
      for (const work of waiting) {
        if (left-- <= 0 || performance.now() > end) break
        waiting.delete(work)
        work()
      }
    } finally {
      isDue = false
      schedule()
    }
  }
  return (work) => {
    waiting.add(work)
    schedule()
  }
}
