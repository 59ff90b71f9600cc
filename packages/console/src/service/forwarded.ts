/** What a service is told about the client for whom the console asks. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { networks } from '@quorate/platform'

/** Names that clients may send, and that say who they are only where a proxy wrote them. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-port']
/** What concerns the client's connection to the console alone (RFC 9110 §7.6.1). Node has answered `expect`. */
const OF_CONNECTION = [
  ...['connection', 'proxy-connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['http2-settings', 'proxy-authorization', 'expect'],
]
const DROPPED = new Set([...OF_PROXIES, ...OF_CONNECTION])

export type ForwardedHeaders = (request: IncomingMessage, headers: IncomingHttpHeaders) => IncomingHttpHeaders

/** The headers for a service: the client's own word about its address is dropped, unless a trusted proxy sent it. */
export function forwardedHeaders(trustProxy: readonly string[]): ForwardedHeaders {
  const isProxy = networks(trustProxy)
  return ({ socket, headers: given }, headers) => {
    const address = socket.remoteAddress ?? ''
    const isTrusted = address !== '' && isProxy(address)
    const before = isTrusted ? given['x-forwarded-for'] : undefined
    const own = Object.entries(headers).filter(([name]) => !DROPPED.has(name))
    return {
      ...Object.fromEntries(own),
      host: given.host,
      'x-forwarded-for': before === undefined ? address : `${before}, ${address}`,
      'x-forwarded-proto':
        (isTrusted &&
          String(given['x-forwarded-proto'] ?? '')
            .split(',')
            .pop()
            ?.trim()) ||
        'http',
    }
  }
}
