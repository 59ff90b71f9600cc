/** The options of a service's HTTP server. */
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import type { TokenVerifier } from '../tokens/tokens.ts'
import type { Access } from './access/access.ts'
import type { IdempotencyStore } from './idempotency/store.ts'
import type { ApiTitle } from './openapi/openapi.ts'
import type { HttpSettings } from './server/http-type.ts'

export interface HttpOptions extends ApiTitle {
  /** The service's name in its metrics and limits. */
  name: string
  settings: HttpSettings
  logger: Logger
  clock: Clock
  /** Without it, routes with a session answer 401 to everybody. */
  tokens?: TokenVerifier
  /** The access of GET and HEAD routes that declare none. Default: `public`. */
  reads?: Access
  /** The store of first answers. Without it the server ignores Idempotency-Keys. */
  idempotencyStore?: IdempotencyStore
  /**
   * Whether clients use TLS, even if a proxy hides it. Then only `__Host-` cookies count. By default each request's own
   * protocol decides.
   */
  secureCookies?: boolean
}
