interface More {
  /** HTTP status of a service's answer. Default: 400, the input is wrong. */
  statusCode?: number
  /** Set if the same call may succeed later. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** The error of a check that could not be made. `code` is a constant; the message names the rule that was broken. */
export class VerifyError extends Error {
  readonly code: string
  /** HTTP status of a service's answer. */
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
 * Sends a signature. Whatever fails then, others may have it, even if they answer that nothing was signed. So errors
 * are marked for {@link wasSigned}.
 */
export async function giving<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Error) Object.defineProperty(error, 'wasSigned', { value: true, configurable: true })
    throw error
  }
}

/** Whether a signature had been sent when this failed. It may count, so asking for the same again may do it twice. */
export const wasSigned = (error: unknown): boolean =>
  error instanceof Error && 'wasSigned' in error && error.wasSigned === true
