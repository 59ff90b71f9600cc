/**
 * A pool of buffers of a leaf's size. Allocating fresh memory costs more than filling it, and makes the garbage
 * collector go over the whole heap for every 64 MB.
 */

export const BUFFER = 1024 * 1024
/** Content of up to this many bytes is kept in memory, and its answer does not count as a download. */
export const SMALL = 64 * 1024
const KEPT = 16

const free: Buffer[] = []
const lent = new WeakMap<ArrayBufferLike, Buffer>()

/**
 * A buffer of {@link BUFFER} bytes and one more, with arbitrary content. A buffer that is not given back is collected
 * as garbage.
 */
export function takeBuffer(): Buffer {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(BUFFER + 1)
  lent.set(buffer.buffer, buffer)
  return buffer
}

/** Marks bytes that have several readers: giving them back does nothing from then on. */
export function share({ buffer }: Uint8Array): void {
  lent.delete(buffer)
}

/**
 * Returns bytes that may wait in large numbers, for readers or in a cache. A small view of a larger buffer is copied,
 * so that it does not keep that buffer.
 */
export const compact = (bytes: Uint8Array): Uint8Array =>
  bytes.length <= SMALL && bytes.buffer.byteLength > bytes.length ? Uint8Array.from(bytes) : bytes

/** Call it once the bytes are no longer read. It does nothing unless they are from the pool. */
export function giveBack({ buffer }: Uint8Array): void {
  const whole = lent.get(buffer)
  if (!whole) return
  lent.delete(buffer)
  if (free.length < KEPT) free.push(whole)
}
