/** Decides which requests may read the metrics. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../../base/errors.ts'
import { isFromHere } from '../server/from-here.ts'

/**
 * Checks that a request may read the metrics, which reveal who does how much. It must have the token or, if none is
 * set, come from this machine. @throws ApiError 401 METRICS_TOKEN_REQUIRED, 403 METRICS_FORBIDDEN
 */
export function assertMayReadMetrics(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = request.headers.authorization ?? ''
    if (timingSafeEqual(digest(given), digest(`Bearer ${token}`))) return
    throw unauthorized('METRICS_TOKEN_REQUIRED', 'Metrics require Authorization: Bearer <METRICS_TOKEN>')
  }
  if (isFromHere(request)) return
  throw forbidden(
    'METRICS_FORBIDDEN',
    'Only programs on this machine that request localhost or 127.0.0.1 can read metrics: set METRICS_TOKEN to read them elsewhere',
  )
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
