import { PieceCount } from './piece-count.ts'
import { createSteps } from './steps.ts'

/** The cost of a piece, in units of {@link createSteps}. */
const PIECE_COST = 10

/**
 * Returns the body as text; undefined if it has more than `maxBytes` bytes, comes in too many pieces, is not UTF-8 or
 * is truncated. In these cases the connection is dropped.
 */
export async function boundedText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const reader = body?.getReader()
  if (!reader) return ''
  try {
    const bytes = await gathered(reader, maxBytes)
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Copies the pieces into one array, because a separate array for each would take hundreds of bytes more. */
async function gathered(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const steps = createSteps()
  const count = new PieceCount()
  let bytes = new Uint8Array(1024)
  for (;;) {
    const { value: piece } = await reader.read()
    if (!piece) return bytes.subarray(0, count.bytes)
    const at = count.bytes
    if (!count.add(piece.length) || count.bytes > maxBytes) return undefined
    if (count.bytes > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, count.bytes))
      larger.set(bytes.subarray(0, at))
      bytes = larger
    }
    bytes.set(piece, at)
    const wait = steps.done(PIECE_COST)
    if (wait) await wait
  }
}
