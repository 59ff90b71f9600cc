/**
 * Reads of the same thing share one load, and nobody is answered from a load that began before the question: who asks
 * while a load is under way waits for the next one. So a burst of reads costs two loads, and each sees its own writes.
 */
export function createSharedReads<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()

  function begin(key: string): Promise<T> {
    const loading = load(key).finally(() => running.delete(key))
    running.set(key, loading)
    return loading
  }

  return (key) => {
    const current = running.get(key)
    if (!current) return begin(key)
    const waiting = next.get(key)
    if (waiting) return waiting
    const following = current
      .catch(() => {})
      .then(() => {
        next.delete(key)
        return begin(key)
      })
    next.set(key, following)
    return following
  }
}
