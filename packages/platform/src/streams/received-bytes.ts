import { GatheredBytes } from './gathered-bytes.ts'

/** Smaller pieces are combined, up to this many bytes. */
const GATHERED_BYTES = 1024

/** Bytes that arrive in pieces. Small pieces are combined: a buffer for each would take hundreds of bytes more. */
export class ReceivedBytes {
  length = 0
  #parts: Uint8Array[] = []
  #small = new GatheredBytes()

  add(piece: Uint8Array): void {
    this.length += piece.length
    if (piece.length < GATHERED_BYTES) this.#small.add(piece)
    if (piece.length >= GATHERED_BYTES || this.#small.length >= GATHERED_BYTES) this.#pushSmall()
    if (piece.length >= GATHERED_BYTES) this.#parts.push(piece)
  }

  /** Returns all bytes, and keeps none of them. A single large piece is returned unchanged. */
  take(): Uint8Array {
    this.#pushSmall()
    const [first] = this.#parts
    const all = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.length = 0
    return all
  }

  /** {@link take} as text. */
  takeText(): string {
    const { buffer, byteOffset, length } = this.take()
    return Buffer.from(buffer, byteOffset, length).toString()
  }

  #pushSmall(): void {
    if (this.#small.length > 0) this.#parts.push(this.#small.take())
  }
}
