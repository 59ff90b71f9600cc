/** How a service stops: it says so, finishes what it has accepted, and then is closed. */
import { Server as NetServer } from 'node:net'
import type { Http } from './options.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From here on `/health` answers 503 and connections end with their answer, so that nobody sends more; `close()` does it too. */
    announceStop(): void
    isStopping(): boolean
  }
}

/** Adds `announceStop` and `isStopping`. */
export function decorateStop(http: Http): void {
  let stopping = false
  http.decorate('isStopping', () => stopping)
  http.decorate('announceStop', () => {
    stopping = true
  })
}

/** How long connections in use have to be told, with an answer, that they end; cut while idle, they might just be sending. */
const TELL_MS = 200
const LOOK_MS = 20

/**
 * Takes no more connections, ends those that are open with their next answer, then cuts those that stay idle, which would hold
 * the close up as long as they live. Node's own `close` cuts idle connections at once, also one whose next request is on its way.
 */
export function closeInOrder(http: Http): void {
  http.addHook('preClose', async () => {
    const closed = new Promise((resolve) => NetServer.prototype.close.call(http.server, resolve))
    http.announceStop()
    let cutting: NodeJS.Timeout | undefined
    const telling = setTimeout(() => {
      // After what has come is read: on a busy machine timers are late, and a request may have arrived before they run.
      cutting = setInterval(() => setImmediate(() => http.server.closeIdleConnections()), LOOK_MS)
    }, TELL_MS)
    await closed
    clearTimeout(telling)
    clearInterval(cutting)
  })
}
