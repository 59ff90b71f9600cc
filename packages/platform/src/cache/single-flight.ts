/** Those who want the same thing at the same time share one load. Who asks after its end, or its failure, begins another. */
export function createSingleFlight<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const loading = new Map<string, Promise<T>>()
  return (key, load) => {
    const known = loading.get(key)
    if (known) return known
    const begun = load().finally(() => loading.delete(key))
    // Whoever waits may have gone before it fails.
    begun.catch(() => {})
    loading.set(key, begun)
    return begun
  }
}

/**
 * Reads of the same thing share a load, and nobody is answered from a load that began before the question: who asks while
 * `atOnce` loads are under way waits for the next one, together with all who ask until then. So a crowd of readers costs a
 * few loads, and each still sees its own writes.
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
