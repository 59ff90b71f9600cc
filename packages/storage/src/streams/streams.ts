/** Byte streams with a maximum size. */

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

export async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
}
