/**
 * Every intended 4xx or 5xx answer is an {@link ApiError}, which `answers/failures.ts` turns into the one error shape.
 * Any other error is a fault of the service: a 500.
 */
import { STATUS_CODES } from 'node:http'
import type { VerifyError } from '@quorate/verify'
import { Type } from 'typebox'

/**
 * The body of every 4xx and 5xx answer. `code` is a constant such as `REQUEST_EXPIRED`; `details` lists what is wrong
 * with the input.
 */
export const ErrorBody = Type.Object(
  {
    statusCode: Type.Integer({ description: 'The HTTP status code' }),
    error: Type.String({ description: "The status's name, as in RFC 9110" }),
    code: Type.String({ description: 'The error code: a constant that programs can compare' }),
    message: Type.String({ description: 'What is wrong, for people' }),
    details: Type.Optional(Type.Array(Type.Unknown(), { description: 'One entry for each error in the input' })),
  },
  { description: 'An error' },
)
export interface ErrorBody {
  statusCode: number
  error: string
  code: string
  message: string
  details?: unknown[]
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly statusCode: number
  readonly code: string
  readonly details?: unknown[]
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number

  constructor(
    statusCode: number,
    code: string,
    message: string,
    more: { details?: unknown[] | undefined; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.statusCode = statusCode
    this.code = code
    if (more.details) this.details = more.details
    if (more.retryAfterSeconds !== undefined) this.retryAfterSeconds = more.retryAfterSeconds
  }

  toBody(): ErrorBody {
    const body = errorBody(this.statusCode, this.code, this.message)
    return this.details ? { ...body, details: this.details } : body
  }
}

/** Turns a failed check of another package into an answer. */
export const toApiError = (error: VerifyError): ApiError => {
  const { statusCode, code, message, retryAfterSeconds, cause } = error
  return new ApiError(statusCode, code, message, {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause,
  })
}

export const errorBody = (statusCode: number, code: string, message: string): ErrorBody => ({
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  code,
  message,
})

const answering = (statusCode: number) => (code: string, message: string, details?: unknown[]) =>
  new ApiError(statusCode, code, message, { details })

/** 400: the input cannot be understood. */
export const badRequest = answering(400)
/**
 * 403: the session may not do this. Also use it for things that do not exist, if outsiders must not learn whether they
 * exist.
 */
export const forbidden = answering(403)
export const notFound = answering(404)
/** 409: the request is valid, but not in the current state. */
export const conflict = answering(409)
/** 410: the subject of the request has expired. */
export const gone = answering(410)
export const tooLarge = answering(413)
/** 422: valid input that the ledger or a rule refuses; the ledger's status is the code. */
export const unprocessable = answering(422)

/** 401: no token, or one that is not accepted. */
export const unauthorized = (
  code = 'UNAUTHORIZED',
  message = 'This needs a session: send Authorization: Bearer <token>',
): ApiError => new ApiError(401, code, message)

/** 429, with `Retry-After`. */
export const tooMany = (code: string, message: string, retryAfterSeconds = 1): ApiError =>
  new ApiError(429, code, message, { retryAfterSeconds })

/** 503: a dependency is down; nothing was recorded and the same request may be sent again after `retryAfterSeconds`. */
export const unavailable = (code: string, message: string, retryAfterSeconds = 5, cause?: unknown): ApiError =>
  new ApiError(503, code, message, { retryAfterSeconds, cause })

/** A setting that cannot be used. The message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
