/** Concurrent calls with the same key share one load. A call after the load has ended, or failed, starts another. */
export function createSingleFlight<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const loading = new Map<string, Promise<T>>()
  return (key, load) => {
    const known = loading.get(key)
    if (known) return known
    const begun = load().finally(() => loading.delete(key))
    // Prevents an unhandled rejection if the load fails when no caller waits any more.
    begun.catch(() => {})
    loading.set(key, begun)
    return begun
  }
}
