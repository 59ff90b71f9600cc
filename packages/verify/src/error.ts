interface More {
  /** As a service answers it; 400, as the input is wrong, unless given. */
  statusCode?: number
  /** Of what may succeed later. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** What cannot be checked, and why. `code` is a constant; the message names the rule that was broken. */
export class VerifyError extends Error {
  readonly code: string
  /** As a service answers it. */
  readonly statusCode: number
  /** After how long the same may succeed; undefined where it will not. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, message: string, { statusCode = 400, retryAfterSeconds, cause }: More = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VerifyError'
    this.code = code
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 422: it can be read, but a rule refuses it. */
export const unprocessable = (code: string, message: string): VerifyError =>
  new VerifyError(code, message, { statusCode: 422 })

/** 503: whoever was asked does not answer, or nothing that can be used. Ask again. */
export const unavailable = (code: string, message: string, cause?: unknown): VerifyError =>
  new VerifyError(code, message, { statusCode: 503, retryAfterSeconds: 5, cause })
