/** How a service stops: it says so, finishes what it has accepted, and then is closed. */
import type { Http } from './http-options.ts'

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

/** While closing, a connection that has just become idle would hold the close up for as long as it is kept alive. */
export function closeIdleConnections(http: Http): void {
  let closing: NodeJS.Timeout | undefined
  http.addHook('preClose', async () => {
    http.announceStop()
    closing = setInterval(() => http.server.closeIdleConnections(), 20)
  })
  http.addHook('onClose', async () => clearInterval(closing))
}
