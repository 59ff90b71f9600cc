import { limits } from '../base/platform-limits.ts'

/**
 * Sends messages to other processes one after the other, so that none is heard before an earlier one. The connection
 * may hang: a message waits for earlier ones no longer than `eventTime`, and then fails; at most `eventsWaiting`
 * messages wait.
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
      // If this message timed out, later ones still wait for the ones before it.
      resolve(before)
    }
  }
}
