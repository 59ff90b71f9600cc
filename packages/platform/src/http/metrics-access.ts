/** Who may read the metrics. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../base/errors.ts'
import { httpUrl } from '../values/http-url.ts'
import { isLoopback } from './own-url.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Checks that a request may read the metrics, which show who does how much: it must bring the token or, if none is set,
 * come from this machine without a proxy, and be for an address of this machine: a page of a stranger whose name was
 * pointed here (DNS rebinding) names its own. @throws ApiError 401 METRICS_TOKEN_REQUIRED, 403 METRICS_FORBIDDEN
 */
export function assertMayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = headers.authorization ?? ''
    if (timingSafeEqual(digest(given), digest(`Bearer ${token}`))) return
    throw unauthorized('METRICS_TOKEN_REQUIRED', 'Metrics are answered to Authorization: Bearer <METRICS_TOKEN>')
  }
  const isProxied = FORWARDED.some((name) => headers[name] !== undefined)
  const isForUs = isLoopback(httpUrl(`http://${headers.host ?? ''}`)?.hostname ?? '')
  if (LOOPBACK.has(socket.remoteAddress ?? '') && isForUs && !isProxied) return
  throw forbidden(
    'METRICS_FORBIDDEN',
    'Metrics are answered to the same machine, by localhost or 127.0.0.1; set METRICS_TOKEN to read them elsewhere',
  )
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
