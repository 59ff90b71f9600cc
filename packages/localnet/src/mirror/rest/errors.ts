/** An error that the mirror answers as `{_status: {messages: [{message}]}}`. */
export class MirrorError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.name = 'MirrorError'
    this.statusCode = statusCode
  }

  toJSON(): object {
    return { _status: { messages: [{ message: this.message }] } }
  }
}

export const notFound = (): MirrorError => new MirrorError(404, 'Not found')
export const invalidParameter = (name: string): MirrorError => new MirrorError(400, `Invalid parameter: ${name}`)
