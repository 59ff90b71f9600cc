import { limits } from '#limits.ts'

/** Why there is no trace of a transaction. The message says what can be done. */
export class Traceless extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Traceless'
  }

  static tooLarge(): Traceless {
    const bytes = limits.maxTraceBytes.value
    return new Traceless(
      `The trace has more than ${bytes} bytes: ask without stack, memory and storage, or for the calls only (callTracer)`,
    )
  }
}
