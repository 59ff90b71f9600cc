/** What others answer, read up to a limit. */

/** The body as text; undefined, and the connection is given up, where it has more bytes than that or breaks off. */
export async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Leaving the loop cancels the rest.
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) return undefined
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return undefined
  }
}

/** The body as JSON; undefined where it is none, or too large. */
export async function boundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await boundedText(response, maxBytes)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
