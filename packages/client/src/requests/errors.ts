/** The client's only error: a refusal by a service, a missing answer, or a refusal by the client itself. */

export interface ErrorParts {
  code: string
  message: string
  /** The HTTP status; 0 if no service answered or the client itself refused. */
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
 * `CHALLENGE_REFUSED`, `SESSION_MISMATCH`, `TEXT_REFUSED`, `NAMES_UNSUPPORTED`, `INVALID_PATH` and `SOCKET_CLOSED`, and
 * those of `@quorate/verify` if nothing was signed. `wasSigned` of `@quorate/verify` tells whether an error came after
 * the signature was sent.
 */
export class QuorateError extends Error {
  override readonly name = 'QuorateError'
  readonly code: string
  readonly status: number
  /** One entry for each fault in the input. */
  readonly details: readonly unknown[]
  /** The id of the request in the service's log. */
  readonly requestId: string | undefined
  /** Milliseconds until the request can be retried, if the service states it. */
  readonly retryAfterMs: number | undefined
  /** The Idempotency-Key of the write. It is safe to send the write again with this key. */
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

/** Whether this is the client's error, and has this code if one is given. */
export const isQuorateError = (error: unknown, code?: string): error is QuorateError =>
  error instanceof QuorateError && (code === undefined || error.code === code)

/**
 * Codes that mean that the client or `@quorate/verify` did not sign or send. Programs and people rely on them. So they
 * are not accepted from a service, which may already have a signature.
 */
const OWN_CODES: readonly string[] = [
  'AMBIGUOUS_BYTES',
  'ANSWER_REFUSED',
  'BYTES_DIFFER',
  'CHALLENGE_REFUSED',
  'INTENT_UNKNOWN',
  'INVALID_INTENT',
  'INVALID_PATH',
  'NAMES_UNSUPPORTED',
  'NO_ADDRESS',
  'NO_SIGNER',
  'NOT_CONFIRMED',
  'NOT_THE_KEY',
  'OWNERS_HIDDEN',
  'PROPOSAL_DIFFERS',
  'PROPOSAL_UNSOUND',
  'SESSION_MISMATCH',
  'SIGNING_CANCELLED',
  'TEXT_REFUSED',
  'TIMEOUT',
  'TOKEN_UNREADABLE',
  'TOPIC_UNREADABLE',
  'UNANSWERED',
  'WALLET_REFUSED',
]

/** Returns the error for a response of `origin` with a status other than 2xx. */
export async function errorOf(
  response: Response,
  { origin, idempotencyKey }: { origin: string; idempotencyKey: string | undefined },
): Promise<QuorateError> {
  const { code, message, details } = plausible(errorBody(await response.text()), origin)
  const { status, headers } = response
  return new QuorateError({
    code: code ?? 'INVALID_ANSWER',
    message: message ?? `${origin} answered ${status}, but not in the form of a service of the platform`,
    status,
    details,
    idempotencyKey,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  })
}

interface Answered {
  code?: string
  message?: string
  details?: unknown[]
}

const plausible = (answered: Answered, origin: string): Answered =>
  OWN_CODES.includes(answered.code ?? '')
    ? {
        message: `${origin} answered ${answered.code}, a code that no service of the platform uses: ${answered.message}`,
      }
    : answered

function errorBody(text: string): Answered {
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
