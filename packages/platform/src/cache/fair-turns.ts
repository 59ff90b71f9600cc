/**
 * Runs at most `atOnce` reads at the same time, and at most `each` of one owner. Owners take turns, so that no owner
 * waits for all reads of another one; long reads of one owner leave places to the others.
 */
export function createFairTurns(
  atOnce: number,
  each = atOnce,
): <T>(owner: string, read: () => Promise<T>) => Promise<T> {
  /** Waiting reads by owner; the owner whose turn is next comes first. */
  const waiting = new Map<string, Set<() => void>>()
  /** The numbers of running reads, in all and by owner. */
  let running = 0
  const runningOf = new Map<string, number>()

  function count(owner: string, change: 1 | -1): void {
    running += change
    const own = (runningOf.get(owner) ?? 0) + change
    if (own > 0) runningOf.set(owner, own)
    else runningOf.delete(owner)
  }
  const isFree = (owner: string): boolean => running < atOnce && (runningOf.get(owner) ?? 0) < each

  /** Begins the read that is next. It passes over owners with all their reads running, of whom there are few. */
  function next(): void {
    for (const [owner, reads] of waiting) {
      if (!isFree(owner)) continue
      const [begin] = reads
      if (begin) reads.delete(begin)
      waiting.delete(owner)
      if (reads.size > 0) waiting.set(owner, reads)
      count(owner, 1)
      begin?.()
      return
    }
  }

  function turn(owner: string): Promise<void> | undefined {
    if (isFree(owner)) {
      count(owner, 1)
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
      count(owner, -1)
      next()
    }
  }
}
