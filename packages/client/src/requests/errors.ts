/** The one error of the client: what a service refused, what nobody answered, and what the client refused itself. */

export interface ErrorParts {
  code: string
  message: string
  /** The HTTP status; 0 where no service answered, or the client itself refused. */
  status?: number
  details?: readonly unknown[] | undefined
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  idempotencyKey?: string | undefined
  cause?: unknown
}

/**
 * `code` is the service's constant, such as `THRESHOLD_NOT_MET`. The client's own codes are `UNANSWERED` (no
 * connection, or it broke), `TIMEOUT`, `INVALID_ANSWER`, `NO_ADDRESS`, `NO_SIGNER`, `INVALID_PARAMETER`,
 * `CHALLENGE_REFUSED`, `SESSION_MISMATCH`, `TEXT_REFUSED` and `SOCKET_CLOSED`, and those of `@quorate/verify` where
 * nothing was signed.
 */
export class QuorateError extends Error {
  override readonly name = 'QuorateError'
  readonly code: string
  readonly status: number
  /** One entry per fault in the input. */
  readonly details: readonly unknown[]
  /** The service's log has the request under this id. */
  readonly requestId: string | undefined
  /** Milliseconds until the request may be repeated, where the service says so. */
  readonly retryAfterMs: number | undefined
  /** The key that the write was sent with: sent again under it, the write is not done twice. */
  readonly idempotencyKey: string | undefined

  constructor({ code, message, status = 0, details = [], requestId, retryAfterMs, idempotencyKey, cause }: ErrorParts) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether this is the client's error, with this code if one is given. */
export const isQuorateError = (error: unknown, code?: string): error is QuorateError =>
  error instanceof QuorateError && (code === undefined || error.code === code)

/** The error for a response of `origin` whose status is not 2xx. */
export async function errorOf(
  response: Response,
  { origin, idempotencyKey }: { origin: string; idempotencyKey: string | undefined },
): Promise<QuorateError> {
  const { code, message, details } = errorBody(await response.text())
  const { status, headers } = response
  return new QuorateError({
    code: code ?? 'INVALID_ANSWER',
    message: message ?? `${origin} answered ${status}, and not as a service of the platform does`,
    status,
    details,
    idempotencyKey,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  })
}

function errorBody(text: string): { code?: string; message?: string; details?: unknown[] } {
  try {
    const { code, message, details } = JSON.parse(text) ?? {}
    if (typeof code !== 'string' || typeof message !== 'string') return {}
    return { code, message, ...(Array.isArray(details) ? { details } : {}) }
  } catch {
    return {}
  }
}

/** Retry-After is a number of seconds or a date (RFC 9110 §10.2.3). */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
