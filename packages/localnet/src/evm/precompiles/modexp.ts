import { bytesOf, integerAt, integerOf, padded } from './bytes.ts'

const MIN_GAS = 200

interface Sizes {
  readonly base: bigint
  readonly exponent: bigint
  readonly modulus: bigint
}

const sizesOf = (input: Uint8Array): Sizes => ({
  base: integerAt(input, 0),
  exponent: integerAt(input, 32),
  modulus: integerAt(input, 64),
})

const HEADER = 96
const bitsIn = (value: bigint): bigint => (value === 0n ? 0n : BigInt(value.toString(2).length))
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** EIP-2565 */
export function modexpGas(input: Uint8Array): number {
  const { base, exponent, modulus } = sizesOf(input)
  if (base === 0n && modulus === 0n) return MIN_GAS
  const words = (max(base, modulus) + 7n) / 8n
  const first = exponent < 32n ? exponent : 32n
  const isWithin = base < BigInt(input.length)
  const head = isWithin ? integerOf(padded(input, HEADER + Number(base), Number(first))) : 0n
  const headBits = head === 0n ? 0n : bitsIn(head) - 1n
  const iterations = max(exponent > 32n ? 8n * (exponent - 32n) + headBits : headBits, 1n)
  return Math.max(MIN_GAS, Number((words * words * iterations) / 3n))
}

/**
 * Input: the lengths of base, exponent and modulus (32 bytes each), then their bytes. The result is as long as the
 * modulus.
 */
export function modexp(input: Uint8Array): Uint8Array {
  const { base, exponent, modulus } = sizesOf(input)
  // If the modulus has no bytes, the price does not limit the exponent's length. Otherwise all three lengths are small.
  if (modulus === 0n) return new Uint8Array()
  const exponentAt = HEADER + Number(base)
  const modulusAt = exponentAt + Number(exponent)
  const m = integerOf(padded(input, modulusAt, Number(modulus)))
  const b = integerOf(padded(input, HEADER, Number(base)))
  return bytesOf(power(b, padded(input, exponentAt, Number(exponent)), m), Number(modulus))
}

function power(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  if (modulus <= 1n) return 0n
  const reduced = base % modulus
  let result = 1n
  for (const byte of exponent)
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      if (result !== 1n) result = (result * result) % modulus
      if (byte & bit) result = (result * reduced) % modulus
    }
  return result
}
