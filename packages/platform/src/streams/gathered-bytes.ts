import { isUtf8 } from 'node:buffer'

/** Gathers pieces of bytes in one buffer: a buffer for each piece would take hundreds of bytes more. */
export class GatheredBytes {
  #bytes = Buffer.alloc(0)
  length = 0

  add(piece: Uint8Array): void {
    const length = this.length + piece.length
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(1024, 2 * length))
      larger.set(this.#bytes.subarray(0, this.length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.length)
    this.length = length
  }

  /** Returns the gathered bytes, and empties the buffer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length))
    this.length = 0
    return taken
  }

  /** The gathered bytes as text; undefined if they are not UTF-8. */
  toText(): string | undefined {
    const bytes = this.#bytes.subarray(0, this.length)
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined
  }
}
