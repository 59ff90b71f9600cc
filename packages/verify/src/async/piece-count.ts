/** The minimum average size, in bytes, of the pieces beyond the free ones. Even a short line of a list is longer. */
const BYTES_OF_PIECE = 8
/** The number of HTTP chunks that are allowed however small they are. */
const FREE_PIECES = 4_096

/**
 * Counts the pieces of an incoming stream of bytes. Each piece costs time and hundreds of bytes of memory, even if it
 * has one byte.
 */
export class PieceCount {
  bytes = 0
  pieces = 0
  #free: number

  /** @param free How many pieces are allowed in addition to one for every 8 bytes. */
  constructor(free = FREE_PIECES) {
    this.#free = free
  }

  /** Counts a piece; returns false once there are too many for their total size. */
  add(length: number): boolean {
    this.bytes += length
    return ++this.pieces <= this.#free + this.bytes / BYTES_OF_PIECE
  }
}
