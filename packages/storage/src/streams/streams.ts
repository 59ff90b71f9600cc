/** Byte streams with a maximum size and number of pieces. */
import { GatheredBytes } from '@quorate/platform'
import { limits } from '../limits.ts'
import { createSteps } from './steps.ts'

/** How many bytes the pieces beyond the first `answerPieces` must have on average: each takes hundreds of bytes of memory, even if it has one byte. */
const BYTES_OF_PIECE = 8
/** Smaller pieces are put together, up to this many bytes. */
const GATHERED_BYTES = 1024
/** The cost of a piece, in units of {@link createSteps}. */
const PIECE_COST = 10

/** Passes bytes on, in steps, until they have come in too many pieces; then throws what `exceeded` makes. */
export async function* inFewPieces(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  exceeded: (why: string) => Error,
): AsyncGenerator<Uint8Array> {
  const steps = createSteps()
  const { value: free } = limits.answerPieces
  let pieces = 0
  let count = 0
  for await (const bytes of content) {
    count += bytes.length
    if (++pieces > free + count / BYTES_OF_PIECE) throw exceeded(`it gave ${count} bytes in ${pieces} pieces`)
    yield bytes
    const wait = steps.done(PIECE_COST)
    if (wait) await wait
  }
}

/** Passes bytes on until there are more than `limit`; then throws what `exceeded` makes. */
export async function* atMost(
  content: AsyncIterable<Uint8Array>,
  limit: number,
  exceeded: () => Error,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const bytes of content) {
    count += bytes.length
    if (count > limit) throw exceeded()
    yield bytes
  }
}

/** Bytes that arrive in pieces. Small pieces are put together: a buffer for each would take hundreds of bytes more. */
export class Received {
  length = 0
  #parts: Uint8Array[] = []
  #small = new GatheredBytes()

  add(piece: Uint8Array): void {
    this.length += piece.length
    if (piece.length < GATHERED_BYTES) this.#small.add(piece)
    if (piece.length >= GATHERED_BYTES || this.#small.length >= GATHERED_BYTES) this.#pushSmall()
    if (piece.length >= GATHERED_BYTES) this.#parts.push(piece)
  }

  /** Returns all bytes, and holds none of them any more. A single large piece is returned as it came. */
  take(): Uint8Array {
    this.#pushSmall()
    const [first] = this.#parts
    const all = this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)
    this.#parts = []
    this.length = 0
    return all
  }

  #pushSmall(): void {
    if (this.#small.length > 0) this.#parts.push(this.#small.take())
  }
}

export async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const received = new Received()
  for await (const part of content) received.add(part)
  return received.take()
}
