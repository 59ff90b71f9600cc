/** Requests with a bound on the pieces of their bodies: each piece costs time and memory, even if it has one byte. */
import { IncomingMessage } from 'node:http'
import { PieceCount } from '@quorate/verify'
import { limits } from '../base/platform-limits.ts'
import { GatheredBytes } from '../streams/gathered-bytes.ts'

/** Smaller pieces are put together, up to this many bytes. */
const GATHERED_BYTES = 1024

export class BoundedRequest extends IncomingMessage {
  #pieces = new PieceCount(limits.bodyPieces.value)
  /** Absent until a small piece comes: most requests have no body. */
  #small: GatheredBytes | undefined
  #flush: NodeJS.Immediate | undefined

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (!(chunk instanceof Uint8Array)) {
      this.#pushSmall()
      return super.push(chunk, encoding)
    }
    if (!this.#pieces.add(chunk.length)) {
      this.socket.destroy()
      return false
    }
    if (chunk.length >= GATHERED_BYTES) {
      this.#pushSmall()
      return super.push(chunk)
    }
    // Small chunks that arrive in the same turn of the event loop reach the reader as one piece.
    this.#small ??= new GatheredBytes()
    this.#small.add(chunk)
    if (this.#small.length >= GATHERED_BYTES) return this.#pushSmall()
    this.#flush ??= setImmediate(() => this.#pushSmall())
    return this.readableLength + this.#small.length < this.readableHighWaterMark
  }

  #pushSmall(): boolean {
    if (!this.#small?.length) return true
    clearImmediate(this.#flush)
    this.#flush = undefined
    return super.push(this.#small.take())
  }

  /**
   * Replaces Node's method for bodies that nobody reads: it would no longer call `push`, and so the pieces would not be
   * counted.
   */
  _dump(): void {
    this.removeAllListeners('data')
    this.resume()
  }
}
