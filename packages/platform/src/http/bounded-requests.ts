/** Requests with a bound on the pieces of their bodies: each piece costs time and memory, even if it has one byte. */
import { isUtf8 } from 'node:buffer'
import { IncomingMessage } from 'node:http'
import { limits } from '../base/platform-limits.ts'

/** How many bytes the pieces beyond the first `bodyPieces` must have on average. A short line of a list has more. */
const BYTES_OF_PIECE = 8
/** Smaller pieces are put together, up to this many bytes. */
const GATHERED_BYTES = 1024

export class BoundedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #small = new GatheredBytes()
  #flush: NodeJS.Immediate | undefined

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (!(chunk instanceof Uint8Array)) {
      this.#pushSmall()
      return super.push(chunk, encoding)
    }
    this.#bytes += chunk.length
    if (++this.#pieces > limits.bodyPieces.value + this.#bytes / BYTES_OF_PIECE) {
      this.socket.destroy()
      return false
    }
    if (chunk.length >= GATHERED_BYTES) {
      this.#pushSmall()
      return super.push(chunk)
    }
    // Small chunks that arrive in the same turn of the event loop reach the reader as one piece.
    this.#small.add(chunk)
    if (this.#small.length >= GATHERED_BYTES) return this.#pushSmall()
    this.#flush ??= setImmediate(() => this.#pushSmall())
    return this.readableLength + this.#small.length < this.readableHighWaterMark
  }

  #pushSmall(): boolean {
    clearImmediate(this.#flush)
    this.#flush = undefined
    const small = this.#small.take()
    return small.length === 0 || super.push(small)
  }

  /** Replaces Node's method for bodies that nobody reads: it would no longer call `push`, and so the pieces would not be counted. */
  _dump(): void {
    this.removeAllListeners('data')
    this.resume()
  }
}

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
