/** A stream cut into leaves, in buffers that are used again: fresh memory for each costs more than to fill it. */

export interface Leaf {
  bytes: Uint8Array
  /** Once nobody reads the bytes any more. */
  release(): void
}

/** Buffers of one size that wait to be used again. */
const FREE_BYTES = 16 * 1024 * 1024
const free: Buffer[] = []

/** Enough for most of what is small; a whole leaf is taken only for what has more. */
const SMALL = 64 * 1024

/** Cuts after every `size` bytes. Of nothing it makes one empty leaf. */
export async function* inLeaves(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Leaf> {
  let buffer: Buffer = Buffer.alloc(0)
  let length = 0
  let leaves = 0
  for await (const bytes of content)
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + size - length)
      if (length + part.length > buffer.length) {
        const larger = length + part.length <= SMALL ? Buffer.allocUnsafeSlow(SMALL) : take(size)
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(part, length)
      length += part.length
      from += part.length
      if (length < size) continue
      yield leafOf(buffer, length)
      leaves++
      buffer = Buffer.alloc(0)
      length = 0
    }
  if (length > 0 || leaves === 0) yield leafOf(buffer, length)
}

function take(size: number): Buffer {
  const found = free.findIndex((buffer) => buffer.length === size)
  return found < 0 ? Buffer.allocUnsafeSlow(size) : (free.splice(found, 1)[0] as Buffer)
}

const leafOf = (buffer: Buffer, length: number): Leaf => ({
  bytes: buffer.subarray(0, length),
  release() {
    if (buffer.length > SMALL && free.length < FREE_BYTES / buffer.length) free.push(buffer)
  },
})
