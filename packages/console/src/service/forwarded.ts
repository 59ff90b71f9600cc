/** The headers that tell a service about the console's client. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { networks } from '@quorate/platform'

/** Headers that any client can send. They are true only if a proxy wrote them. */
const OF_PROXIES = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-port']
/** Headers of the client's connection to the console (RFC 9110 §7.6.1). Node has already answered `expect`. */
const OF_CONNECTION = [
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'proxy-authorization',
  'expect',
]
const DROPPED = new Set([...OF_PROXIES, ...OF_CONNECTION])

export type ForwardedHeaders = (request: IncomingMessage, headers: IncomingHttpHeaders) => IncomingHttpHeaders

/** Builds the headers for a service. Drops the client's claim about its address unless a trusted proxy sent it. */
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
