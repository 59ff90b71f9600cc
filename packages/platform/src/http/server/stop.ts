/** Stops a service: it announces the stop, finishes the accepted requests, and closes. */
import { Server as NetServer } from 'node:net'
import type { Http } from '../server/http-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * After this, `/health` answers 503 and connections end with their next answer, so that clients go elsewhere.
     * `close()` calls it, too.
     */
    announceStop(): void
    isStopping(): boolean
    /** Calls `then` when the stop is announced, for example to end connections of other protocols. */
    whenStopping(then: () => void): void
  }
}

/** Adds `announceStop`, `isStopping` and `whenStopping`. */
export function decorateStop(http: Http): void {
  let stopping = false
  const told: (() => void)[] = []
  http.decorate('isStopping', () => stopping)
  http.decorate('whenStopping', (then: () => void) => void told.push(then))
  http.decorate('announceStop', () => {
    stopping = true
    for (const then of told.splice(0)) then()
  })
}

/**
 * For this long, in milliseconds, only connections that get an answer with `Connection: close` are closed, because a
 * request may be on its way on an idle connection. After that, idle connections are cut.
 */
const NOTICE_MS = 200
const POLL_INTERVAL_MS = 20

/**
 * Accepts no more connections, ends open ones with their next answer, then cuts those that stay idle, which would delay
 * the close for as long as they live. Node's own `close` cuts idle connections immediately, even if a request is on its
 * way.
 */
export function closeInOrder(http: Http): void {
  http.addHook('preClose', async () => {
    const closed = new Promise((resolve) => NetServer.prototype.close.call(http.server, resolve))
    http.announceStop()
    let cutting: NodeJS.Timeout | undefined
    const telling = setTimeout(() => {
      // setImmediate runs after arrived requests are read. On a busy machine timers are late, and a request may arrive
      // before they run.
      cutting = setInterval(() => setImmediate(() => http.server.closeIdleConnections()), POLL_INTERVAL_MS)
    }, NOTICE_MS)
    await closed
    clearTimeout(telling)
    clearInterval(cutting)
  })
}
