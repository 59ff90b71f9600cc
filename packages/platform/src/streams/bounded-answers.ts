/** Reads other servers' answers up to a maximum size. */
import { boundedText, parseJson } from '@quorate/verify'

/** Passes bytes on until there are more than `limit`; then throws the error made by `exceeded`. */
export async function* atMost(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
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
  return Buffer.concat(await Array.fromAsync(content))
}

/**
 * The whole body, of at most `maxBytes` bytes. If it is longer, throws the error made by `exceeded`, and closes the
 * connection.
 */
export const boundedBytes = (
  { body }: Response,
  maxBytes: number,
  exceeded = (why: string) => new Error(why),
): Promise<Uint8Array> => collect(atMost(body ?? [], maxBytes, exceeded))

/** Returns the body as JSON; undefined if it is not JSON or too long for {@link boundedText}. */
export async function boundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await boundedText(response, maxBytes)
  try {
    return text === undefined ? undefined : parseJson(text)
  } catch {
    return undefined
  }
}
