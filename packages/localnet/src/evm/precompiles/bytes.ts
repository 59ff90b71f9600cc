import { wordsIn } from '#evm/frame.ts'

/** `size` bytes from an offset; those beyond the end are 0. */
export function padded(input: Uint8Array, at: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.set(input.subarray(at, at + size))
  return bytes
}

export const integerOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/** The integer at an offset of the padded input, 32 bytes big-endian. */
export const integerAt = (input: Uint8Array, at: number): bigint => integerOf(padded(input, at, 32))

/** An integer as this number of bytes, big-endian. */
export const bytesOf = (value: bigint, size: number): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex')

export const perWord =
  (base: number, word: number) =>
  ({ length }: Uint8Array): number =>
    base + word * wordsIn(length)
