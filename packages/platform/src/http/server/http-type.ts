/** The type of a service's HTTP server, and its settings. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { HttpMetrics } from '../../base/metrics.ts'
import type { ServerSettings } from './http-server.ts'

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    metrics: HttpMetrics
  }
}

export interface HttpSettings extends ServerSettings {
  readonly RATE_LIMIT_WALLET: number
  readonly RATE_LIMIT_ADDRESS: number
  readonly CORS_ORIGINS: readonly string[]
  readonly REDIS_URL?: string | undefined
  /** The Bearer token that `/metrics` requires. Without it, `/metrics` answers only this machine. */
  readonly METRICS_TOKEN?: string | undefined
}
