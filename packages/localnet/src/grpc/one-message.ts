import { limits } from '../limits.ts'

/** The prefix of a gRPC message: one byte that says whether it is compressed, and four bytes with its length. */
const PREFIX_BYTES = 5
const MAX_BYTES = PREFIX_BYTES + limits.maxMessageBytes.value

/** The message of a call, gathered in one buffer from the pieces in which it comes. */
export class OneMessage {
  #bytes = Buffer.alloc(0)
  #length = 0

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (this.#length === 0) {
      this.#bytes = Buffer.from(piece)
    } else if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(1024 + 2 * length, MAX_BYTES)))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** How many bytes have come. */
  get length(): number {
    return this.#length
  }

  /** What the call is refused with. */
  get refusal(): string | undefined {
    if (this.#bytes[0] !== 0) return 'Compressed messages are not supported'
    return this.#length > this.#wholeLength ? 'The method takes one message' : undefined
  }

  /** Whether it says that it is larger than any message may be. */
  get isTooLarge(): boolean {
    return this.#length >= PREFIX_BYTES && this.#wholeLength > MAX_BYTES
  }

  /** Whether all that belongs to it has come, and nothing more. */
  get isWhole(): boolean {
    return this.#length === this.#wholeLength
  }

  /**
   * The message with its prefix, if it is whole; of one that is too large the prefix alone, with which grpc-js refuses
   * it.
   */
  get ready(): Buffer | undefined {
    if (this.isTooLarge) return this.#bytes.subarray(0, PREFIX_BYTES)
    return this.isWhole ? this.#bytes.subarray(0, this.#length) : undefined
  }

  get #wholeLength(): number {
    return this.#length < PREFIX_BYTES ? Number.POSITIVE_INFINITY : PREFIX_BYTES + this.#bytes.readUInt32BE(1)
  }
}
