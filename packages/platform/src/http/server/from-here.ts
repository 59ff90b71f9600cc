/** Decides whether a request comes from this machine, judging by its headers and its connection. */
import type { IncomingMessage } from 'node:http'
import { httpUrl } from '../../values/http-url.ts'
import { isLoopback } from './own-url.ts'

/**
 * Prefixes of headers that proxies add. With such a header, the connection's address is the proxy's, not the client's.
 */
const OF_PROXIES = [
  'forwarded',
  'via',
  'x-forwarded-',
  'x-real-ip',
  'x-original-',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'fastly-client-ip',
  'cf-',
  'x-azure-',
  'x-amzn-',
  'x-envoy-',
]
const isOfProxy = (name: string): boolean => OF_PROXIES.some((begin) => name.startsWith(begin))

/**
 * Whether a request comes from this machine, has this machine as its host, and shows no proxy. A hostile page whose
 * host name points here (DNS rebinding) sends that name as the host. A proxy on this machine that only forwards bytes
 * cannot be detected.
 */
export const isFromHere = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(httpUrl(`http://${headers.host ?? ''}`)?.hostname ?? '') &&
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  !Object.keys(headers).some(isOfProxy)
