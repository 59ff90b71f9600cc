/** What the HTTP half of a service is given, and what it is. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Access } from './access.ts'
import type { Clock } from './clock.ts'
import type { FirstAnswers } from './idempotency-answers.ts'
import type { Logger } from './logger.ts'
import type { HttpMetrics } from './metrics.ts'
import type { ApiTitle } from './openapi.ts'
import type { TokenVerifier } from './tokens.ts'

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

export interface HttpSettings {
  readonly RATE_LIMIT_WALLET: number
  readonly RATE_LIMIT_ADDRESS: number
  readonly CORS_ORIGINS: readonly string[]
  readonly TRUST_PROXY?: readonly string[]
  readonly REDIS_URL?: string | undefined
}

export interface HttpOptions extends ApiTitle {
  /** The service, as its metrics and limits name it. */
  name: string
  settings: HttpSettings
  logger: Logger
  clock: Clock
  /** Without it, routes with a session answer 401 to everybody. */
  tokens?: TokenVerifier
  /** Who may call GET and HEAD routes that do not say. Default `public`. */
  reads?: Access
  /** Where first answers are kept; without it an Idempotency-Key is not looked at. */
  firstAnswers?: FirstAnswers
  /** Whether routes read and set cookies (`request.cookies`, `reply.setCookie`). */
  cookies?: boolean
}
