/** What cannot be checked, and why. `code` is a constant; the message names the rule that was broken. */
export class VerifyError extends Error {
  readonly code: string
  /** As a service answers it: the input is wrong. */
  readonly statusCode = 400

  constructor(code: string, message: string) {
    super(message)
    this.name = 'VerifyError'
    this.code = code
  }
}
