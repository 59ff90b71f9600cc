/**
 * Buffers of the size of a leaf that are used again: fresh memory costs more than to fill it, and makes the collector go over the whole
 * heap for every 64 MB of it.
 */

export const BUFFER = 1024 * 1024
const KEPT = 16

const free: Buffer[] = []
const lent = new WeakMap<ArrayBufferLike, Buffer>()

/** {@link BUFFER} bytes and one more, with anything in them. Who takes one and does not give it back does no harm. */
export function takeBuffer(): Buffer {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER + 1)
  lent.set(buffer.buffer, buffer)
  return buffer
}

/** These bytes have more than one reader: giving them back does nothing from here on. */
export function share({ buffer }: Uint8Array): void {
  lent.delete(buffer)
}

/** Once nobody reads these bytes any more. Does nothing unless they are of a buffer that was taken. */
export function giveBack({ buffer }: Uint8Array): void {
  const whole = lent.get(buffer)
  if (!whole) return
  lent.delete(buffer)
  if (free.length < KEPT) free.push(whole)
}
