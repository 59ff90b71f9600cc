import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Whether a request is local: not from a page of another site, and not for a foreign host name that resolves to this
 * machine (DNS rebinding).
 */
export function isLocal({ host, origin }: IncomingHttpHeaders): boolean {
  return LOOPBACK.test(host ?? '') && (origin === undefined || LOOPBACK.test(origin.replace(/^https?:\/\//, '')))
}
