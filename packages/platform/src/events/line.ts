import { lineBounds } from '../bounds/line-bounds.ts'
/**
 * Sends messages to other processes one after the other, so that they arrive in order. The connection may hang: a
 * message waits for earlier ones for at most `timeMs` and then fails. At most `waiting` messages wait.
 */
export function createLine(): <T>(send: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (send) => {
    const { timeMs } = lineBounds
    if (waiting >= lineBounds.waiting) throw new Error(`${waiting} messages to other processes are already waiting`)
    waiting++
    const before = last
    const { promise, resolve } = Promise.withResolvers<unknown>()
    last = promise
    const late = Promise.withResolvers<never>()
    const giveUp = () => late.reject(new Error(`earlier messages to other processes took ${timeMs} ms`))
    const timer = setTimeout(giveUp, timeMs)
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
