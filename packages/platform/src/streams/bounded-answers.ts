/** Answers of other servers, with a maximum size and number of pieces. */
import { boundedText, createSteps, PieceCount, parseJson } from '@quorate/verify'
import { ReceivedBytes } from './received-bytes.ts'

/** The cost of a piece, in units of {@link createSteps}. */
const PIECE_COST = 10

/** Passes bytes on, in steps, until they have come in too many pieces; then throws what `exceeded` makes. */
export async function* inFewPieces(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  exceeded: (why: string) => Error,
): AsyncGenerator<Uint8Array> {
  const steps = createSteps()
  const count = new PieceCount()
  for await (const bytes of content) {
    if (!count.add(bytes.length)) throw exceeded(`it gave ${count.bytes} bytes in ${count.pieces} pieces`)
    yield bytes
    const wait = steps.done(PIECE_COST)
    if (wait) await wait
  }
}

/** Passes bytes on until there are more than `limit`; then throws what `exceeded` makes. */
export async function* atMost(
  content: AsyncIterable<Uint8Array>,
  limit: number,
  exceeded: (why: string) => Error,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const bytes of content) {
    count += bytes.length
    if (count > limit) throw exceeded(`it gave more than ${limit} bytes`)
    yield bytes
  }
}

export async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const received = new ReceivedBytes()
  for await (const part of content) received.add(part)
  return received.take()
}

/**
 * The whole body, of at most `maxBytes` bytes in few pieces; otherwise throws what `exceeded` makes, and gives the
 * connection up.
 */
export const boundedBytes = (
  { body }: Response,
  maxBytes: number,
  exceeded = (why: string) => new Error(why),
): Promise<Uint8Array> => collect(atMost(inFewPieces(body ?? [], exceeded), maxBytes, exceeded))

/** Returns the body as JSON; undefined if it is no JSON, or {@link boundedText} does not return it. */
export async function boundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await boundedText(response, maxBytes)
  try {
    return text === undefined ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}
