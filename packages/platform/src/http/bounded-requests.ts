/** Requests whose bodies come in pieces of a reasonable size: what a piece costs does not depend on how many bytes it has. */
import { isUtf8 } from 'node:buffer'
import { IncomingMessage } from 'node:http'
import { limits } from '../base/platform-limits.ts'

/** Of a body's pieces beyond the free ones, on average. A short line of a list has more. */
const BYTES_OF_PIECE = 8
/** Smaller pieces are put together, up to as many bytes. */
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
    // What comes at once is one piece for who reads it, however many chunks it came in.
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

  /** Node's own, for a body that nobody reads, would no longer push its pieces, so that they were not counted. */
  _dump(): void {
    this.removeAllListeners('data')
    this.resume()
  }
}

/** Bytes that come in pieces, in one buffer: each piece kept by itself would take hundreds of bytes more. */
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

  /** What there is, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.length))
    this.length = 0
    return taken
  }

  /** As text; undefined if they are not UTF-8. */
  toText(): string | undefined {
    const bytes = this.#bytes.subarray(0, this.length)
    return isUtf8(bytes) ? bytes.toString('utf8') : undefined
  }
}
