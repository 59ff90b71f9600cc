/** Whether somebody asks from this machine, as far as a request shows. */
import type { IncomingMessage } from 'node:http'
import { httpUrl } from '../../values/http-url.ts'
import { isLoopback } from './own-url.ts'

/** Prefixes of headers that a proxy adds. Behind a proxy, only the proxy's address would be visible. */
const OF_PROXIES = [
  ...['forwarded', 'via', 'x-forwarded-', 'x-real-ip', 'x-original-', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'fastly-client-ip', 'cf-', 'x-azure-', 'x-amzn-', 'x-envoy-'],
]
const isOfProxy = (name: string): boolean => OF_PROXIES.some((begin) => name.startsWith(begin))

/**
 * Whether a request comes from this machine, names it, and shows no proxy. A page of a stranger whose name was pointed
 * here (DNS rebinding) names its own. A proxy on this machine that hands on bytes shows nothing of who asks.
 */
export const isFromHere = ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean =>
  isLoopback(httpUrl(`http://${headers.host ?? ''}`)?.hostname ?? '') &&
  isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
  !Object.keys(headers).some(isOfProxy)
