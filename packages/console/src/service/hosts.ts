import type { IncomingMessage } from 'node:http'
import { ApiError, type Http, isLoopback } from '@quorate/platform'
import type { Settings } from '../settings.ts'

/**
 * Whether a request is for one of the console's own addresses. This refuses DNS rebinding, where a foreign name points
 * to this machine, and keeps a made-up address out of logins.
 */
export function isForUs({ headers, socket }: IncomingMessage, { CONSOLE_URL }: Pick<Settings, 'CONSOLE_URL'>): boolean {
  const { host } = headers
  if (host === undefined) return false
  if (CONSOLE_URL !== undefined && new URL(CONSOLE_URL).host === host) return true
  const url = URL.parse(`http://${host}`)
  return url?.host === host && isLoopback(url.hostname) && Number(url.port || 80) === socket.localPort
}

export function refuseOtherHosts(http: Http, settings: Settings): void {
  http.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.url?.startsWith('/health') || routeOptions.url === '/metrics' || isForUs(raw, settings)) return
    const host = String(raw.headers.host ?? '').slice(0, 100)
    throw new ApiError(
      421,
      'HOST_UNKNOWN',
      `Host is "${host}", which is not an address of this console: open it by its own, or set CONSOLE_URL`,
    )
  })
}
