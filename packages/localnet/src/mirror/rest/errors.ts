/** An error that the mirror answers as `{_status: {messages: [{message}]}}`, with one message for each problem. */
export class MirrorError extends Error {
  readonly statusCode: number
  readonly #messages: readonly { message: string; detail?: string; data?: string }[]

  /** `data` is what a contract returned when it reverted. */
  constructor(statusCode: number, messages: string | readonly string[], detail?: string, data?: string) {
    const texts = [messages].flat()
    super(texts.join('; '))
    this.name = 'MirrorError'
    this.statusCode = statusCode
    this.#messages = texts.map((message) => ({
      message,
      ...(detail === undefined ? {} : { detail }),
      ...(data === undefined ? {} : { data }),
    }))
  }

  toJSON(): object {
    return { _status: { messages: this.#messages } }
  }
}

export const notFound = (): MirrorError => new MirrorError(404, 'Not found')
export const invalidParameter = (name: string): MirrorError => new MirrorError(400, `Invalid parameter: ${name}`)
/** A refusal as the Java part of the Mirror Node writes it (`GenericControllerAdvice`). */
export const badRequest = (detail: string): MirrorError => new MirrorError(400, 'Bad Request', detail)
