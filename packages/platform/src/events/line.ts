import { limits } from '../base/platform-limits.ts'

/**
 * Sends messages to other processes one after the other, so that none is heard before an earlier one. What they are sent through may hang: each waits
 * no longer than `eventTime`, and is then given up, and no more than `eventsWaiting` wait.
 */
export function createLine(): <T>(send: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (send) => {
    const { eventsWaiting, eventTime } = limits
    if (waiting >= eventsWaiting.value) throw new Error(`${waiting} messages to other processes wait already`)
    waiting++
    const before = last
    const { promise, resolve } = Promise.withResolvers<unknown>()
    last = promise
    const late = Promise.withResolvers<never>()
    const giveUp = () => late.reject(new Error(`earlier messages to other processes took ${eventTime.value} ms`))
    const timer = setTimeout(giveUp, eventTime.value)
    try {
      await Promise.race([before, late.promise])
      clearTimeout(timer)
      return await send()
    } finally {
      waiting--
      // Where it was given up, those after it still wait for those before it.
      resolve(before)
    }
  }
}
