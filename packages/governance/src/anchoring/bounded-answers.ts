/** Reads answers of other servers up to a limit. */

/** Returns the body as text; undefined if it has more than `maxBytes` bytes or breaks off. The connection is then given up. */
export async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Leaving the loop cancels the rest of the body.
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

/** Returns the body as JSON; undefined if it is no JSON, or too large. */
export async function boundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await boundedText(response, maxBytes)
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
