import { unavailable } from '../base/errors.ts'

/**
 * Lets at most `count` pieces of work run at once. The others wait in the order in which they came, at most `waitMs`
 * each.
 *
 * @throws ApiError 503 `DATABASE_UNAVAILABLE` to those that waited so long
 */
export function createChangePlaces(count: number, waitMs: number): <R>(work: () => Promise<R>) => Promise<R> {
  let free = count
  const waiting = new Set<() => void>()

  function leave(): void {
    const [next] = waiting
    if (next) waiting.delete(next)
    else free++
    next?.()
  }

  async function enter(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      reject(
        unavailable(
          'DATABASE_UNAVAILABLE',
          'The database has as many open transactions as it takes: send the request again',
          1,
        ),
      )
    }, waitMs)
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
