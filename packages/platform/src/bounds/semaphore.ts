/** Lets a bounded number of calls run at once. The others wait, first come, first served. */

export type Semaphore = <R>(work: () => Promise<R>) => Promise<R>

/**
 * @param count How many calls run at once.
 * @param waiting How long a call waits for its turn, in milliseconds, and the error that it throws after that.
 */
export function createSemaphore(count: number, waiting?: { ms: number; expired(): Error }): Semaphore {
  let free = count
  const queue = new Set<() => void>()

  function leave(): void {
    const [next] = queue
    if (next) queue.delete(next)
    else free++
    next?.()
  }

  async function enter(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.add(resolve)
    if (!waiting) return promise
    const timer = setTimeout(() => {
      queue.delete(resolve)
      reject(waiting.expired())
    }, waiting.ms)
    await promise.finally(() => clearTimeout(timer))
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
