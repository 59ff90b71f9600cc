interface More {
  /** The HTTP status of a service's response with this error. Default: 400, the input is wrong. */
  statusCode?: number
  /** Set if the same call may succeed later. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** The error of a failed check. `code` is a constant; the message names the broken rule. */
export class VerifyError extends Error {
  readonly code: string
  /** The HTTP status of a service's response with this error. */
  readonly statusCode: number
  /** After how many seconds the same call may succeed; undefined if it never will. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, message: string, { statusCode = 400, retryAfterSeconds, cause }: More = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VerifyError'
    this.code = code
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 422: the input is readable, but a rule refuses it. */
export const unprocessable = (code: string, message: string): VerifyError =>
  new VerifyError(code, message, { statusCode: 422 })

/** 503: the server gave no usable answer. Retry later. */
export const unavailable = (code: string, message: string, cause?: unknown): VerifyError =>
  new VerifyError(code, message, { statusCode: 503, retryAfterSeconds: 5, cause })

/**
 * Sends a signature. Even if this fails, the receiver may have the signature, so its errors are marked for {@link
 * wasSigned}.
 */
export async function giving<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Error) Object.defineProperty(error, 'wasSigned', { value: true, configurable: true })
    throw error
  }
}

/** Whether a signature had been sent when this failed. {@link mayCount} says whether it may count. */
export const wasSigned = (error: unknown): boolean =>
  error instanceof Error && 'wasSigned' in error && error.wasSigned === true

/**
 * Whether a signature had been sent when this failed, and may count: then a second request may do the same thing twice.
 * It does not count if a service refused it, by an answer with a 4xx status and a code. That is only the service's
 * word.
 */
export const mayCount = (error: unknown): boolean => wasSigned(error) && !isRefusal(error as Error)

/** Codes with a 4xx status that do not say that the signature was refused. */
const NO_REFUSALS: readonly string[] = [
  // The client's code for an answer without a code, as of a proxy.
  'INVALID_ANSWER',
  // The same request was sent before. That one may have succeeded.
  'DUPLICATE_TRANSACTION',
  'IDEMPOTENCY_KEY_IN_USE',
  'NO_NEW_VALID_SIGNATURES',
]

const isRefusal = ({ code, status }: Error & { code?: string; status?: number }): boolean =>
  status !== undefined && status >= 400 && status < 500 && code !== undefined && !NO_REFUSALS.includes(code)
