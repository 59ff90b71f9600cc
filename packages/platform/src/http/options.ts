/** The options of a service's HTTP server, and its type. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import type { HttpMetrics } from '../base/metrics.ts'
import type { TokenVerifier } from '../tokens/tokens.ts'
import type { Access } from './access/access.ts'
import type { IdempotencyStore } from './idempotency/store.ts'
import type { ApiTitle } from './openapi/openapi.ts'
import type { ServerSettings } from './server/http-server.ts'

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
  /** The Bearer token that `/metrics` asks for; without it, `/metrics` answers this machine alone. */
  readonly METRICS_TOKEN?: string | undefined
}

export interface HttpOptions extends ApiTitle {
  /** The service, as its metrics and limits name it. */
  name: string
  settings: HttpSettings
  logger: Logger
  clock: Clock
  /** Without it, routes with a session answer 401 to everybody. */
  tokens?: TokenVerifier
  /** The access of GET and HEAD routes that declare none. Default `public`. */
  reads?: Access
  /** The store that keeps first answers; without it the server ignores Idempotency-Keys. */
  idempotencyStore?: IdempotencyStore
  /**
   * Whether clients use TLS, even if a proxy hides it: then only `__Host-` cookies count. By default each request's own
   * protocol decides.
   */
  secureCookies?: boolean
}
