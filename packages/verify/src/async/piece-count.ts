/** How many bytes the pieces beyond the free ones must have on average. A short line of a list has more. */
const BYTES_OF_PIECE = 8
/** HTTP chunks in which another server may answer beyond those. */
const FREE_PIECES = 4_096

/**
 * Counts the pieces in which bytes arrive: each piece costs time and hundreds of bytes of memory, even if it has one
 * byte.
 */
export class PieceCount {
  bytes = 0
  pieces = 0
  #free: number

  /** @param free How many pieces there may be beyond one for each 8 bytes. */
  constructor(free = FREE_PIECES) {
    this.#free = free
  }

  /** Counts a piece; answers false once there are too many for their bytes. */
  add(length: number): boolean {
    this.bytes += length
    return ++this.pieces <= this.#free + this.bytes / BYTES_OF_PIECE
  }
}
