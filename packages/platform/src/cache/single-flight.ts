import { LRUCache } from 'lru-cache'

export interface RunOnce<T> {
  (key: string, work: () => Promise<T>): Promise<T>
  /** Makes the next call do the work again, unless a later call has already done so. */
  forget(key: string, result: Promise<T>): void
}

/**
 * The first call with a key does the work, and all calls get its result. Work that failed is done again on the next
 * call.
 *
 * @param max How many results are kept; the least recently used are dropped.
 */
export function createRunOnce<T>(max = 1_000): RunOnce<T> {
  const begun = new LRUCache<string, Promise<T>>({ max })
  const forget = (key: string, result: Promise<T>): void => {
    if (begun.peek(key) === result) begun.delete(key)
  }
  const run = (key: string, work: () => Promise<T>): Promise<T> => {
    const known = begun.get(key)
    if (known) return known
    const working = work()
    begun.set(key, working)
    working.catch(() => forget(key, working))
    return working
  }
  return Object.assign(run, { forget })
}

/**
 * Reads of the same key share a load, but never a load that began before the read. A read that comes while `atOnce`
 * loads run waits for the next load, together with all reads that come until then. So many readers cause only a few
 * loads, and each reader still sees its own writes.
 */
export function createSharedReads<T>(load: (key: string) => Promise<T>, atOnce: number): (key: string) => Promise<T> {
  const running = new Map<string, number>()
  const waiting = new Map<string, PromiseWithResolvers<T>>()

  async function run(key: string): Promise<T> {
    running.set(key, (running.get(key) ?? 0) + 1)
    try {
      return await load(key)
    } finally {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
      const next = waiting.get(key)
      waiting.delete(key)
      if (next) run(key).then(next.resolve, next.reject)
    }
  }

  return (key) => {
    if ((running.get(key) ?? 0) < atOnce) return run(key)
    const next = waiting.get(key) ?? Promise.withResolvers<T>()
    waiting.set(key, next)
    return next.promise
  }
}
