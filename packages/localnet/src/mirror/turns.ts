const TURN_MS = 10

/** Runs work in turns of a few milliseconds, so that requests come in between; work that waits already is not added again. */
export function createTurns(): (work: () => void) => void {
  const waiting = new Set<() => void>()
  const run = (): void => {
    const end = performance.now() + TURN_MS
    for (const work of waiting) {
      if (performance.now() > end) break
      waiting.delete(work)
      work()
    }
    if (waiting.size > 0) setImmediate(run)
  }
  return (work) => {
    if (waiting.size === 0) setImmediate(run)
    waiting.add(work)
  }
}
