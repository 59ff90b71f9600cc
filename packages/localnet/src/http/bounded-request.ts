import { IncomingMessage } from 'node:http'
import { limits } from '../limits.ts'

const BYTES_OF_PIECE = 64
/** Smaller pieces are joined to buffers of at most this size. */
const GATHERED_BYTES = 1024

/** An HTTP request with a bounded number of body pieces: each piece takes time and memory, however small it is. */
export class BoundedRequest extends IncomingMessage {
  #pieces = 0
  #bytes = 0
  #small: Buffer | undefined
  #length = 0
  #flush: NodeJS.Immediate | undefined

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (!(chunk instanceof Uint8Array)) {
      this.#pushSmall()
      return super.push(chunk, encoding)
    }
    this.#bytes += chunk.length
    if (++this.#pieces > limits.maxBodyPieces.value + this.#bytes / BYTES_OF_PIECE) {
      this.socket.destroy()
      return false
    }
    if (this.#length + chunk.length > GATHERED_BYTES) this.#pushSmall()
    if (chunk.length >= GATHERED_BYTES) return super.push(chunk)
    // Pieces that arrive in one turn of the event loop reach the reader as one, however many chunks the client sent.
    this.#small ??= Buffer.allocUnsafe(GATHERED_BYTES)
    this.#small.set(chunk, this.#length)
    this.#length += chunk.length
    this.#flush ??= setImmediate(() => this.#pushSmall())
    return this.readableLength + this.#length < this.readableHighWaterMark
  }

  #pushSmall(): void {
    clearImmediate(this.#flush)
    this.#flush = undefined
    if (!this.#small || this.#length === 0) return
    const gathered = Buffer.from(this.#small.subarray(0, this.#length))
    this.#length = 0
    super.push(gathered)
  }

  /** Replaces Node's method, which drains a body that nobody reads without `push`: the pieces would not be counted. */
  _dump(): void {
    this.removeAllListeners('data')
    this.resume()
  }
}
