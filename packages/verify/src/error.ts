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

/**
 * Whether a signature had been sent when this failed. It may count, so a second request may do the same thing twice.
 */
export const wasSigned = (error: unknown): boolean =>
  error instanceof Error && 'wasSigned' in error && error.wasSigned === true
