/** A stream cut into leaves. */
import { BUFFER, takeBuffer } from '../streams/buffers.ts'

/** Enough for most of what is small; a whole buffer is taken only for what has more. */
const SMALL = 64 * 1024

/** Cuts after every `size` bytes, which are at most {@link BUFFER}. Of nothing it makes one empty leaf. Leaves may be given back. */
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
