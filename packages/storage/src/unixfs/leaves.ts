/** Cuts a stream into leaves. */
import { BUFFER, takeBuffer } from '../streams/buffers.ts'

/** Bytes for most small files; a buffer from the pool is taken only for larger ones. */
const SMALL = 64 * 1024

/**
 * Cuts after every `size` bytes, at most {@link BUFFER}. An empty stream makes one empty leaf. Leaves may be given back
 * to the pool.
 */
export async function* inLeaves(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  if (size > BUFFER) throw new Error(`A leaf of ${size} bytes fits no buffer`)
  let buffer: Buffer = Buffer.alloc(0)
  let length = 0
  let leaves = 0
  for await (const bytes of content)
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + size - length)
      if (length + part.length > buffer.length) {
        const larger = length + part.length <= SMALL ? Buffer.allocUnsafeSlow(SMALL) : takeBuffer()
        larger.set(buffer.subarray(0, length))
        buffer = larger
      }
      buffer.set(part, length)
      length += part.length
      from += part.length
      if (length < size) continue
      yield buffer.subarray(0, length)
      leaves++
      buffer = Buffer.alloc(0)
      length = 0
    }
  if (length > 0 || leaves === 0) yield buffer.subarray(0, length)
}
