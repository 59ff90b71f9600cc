/** Runs at most `atOnce` reads at the same time. Owners take turns, so that no owner waits for all reads of another one. */
export function createFairTurns(atOnce: number): <T>(owner: string, read: () => Promise<T>) => Promise<T> {
  /** Waiting reads by owner; the owner whose turn is next comes first. */
  const waiting = new Map<string, Set<() => void>>()
  let running = 0

  function next(): void {
    const [first] = waiting
    if (!first) {
      running--
      return
    }
    const [owner, reads] = first
    const [begin] = reads
    if (begin) reads.delete(begin)
    waiting.delete(owner)
    if (reads.size > 0) waiting.set(owner, reads)
    begin?.()
  }

  function turn(owner: string): Promise<void> | undefined {
    if (running < atOnce) {
      running++
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(owner, (waiting.get(owner) ?? new Set()).add(resolve))
    return promise
  }

  return async (owner, read) => {
    await turn(owner)
    try {
      return await read()
    } finally {
      next()
    }
  }
}
