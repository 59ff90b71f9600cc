/** Hashes to scalars and keys. Each has its own label, so that outputs for different purposes never coincide. */
import { concatBytes } from '@noble/curves/utils.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { Scalars } from './group.ts'

/** Hashes `label`, followed by parts of fixed length, to a scalar (RFC 9591, section 6.1: SHA-512, reduced). */
export function hashToScalar(label: string, ...parts: readonly Uint8Array[]): bigint {
  return reduce(sha512(concatBytes(utf8ToBytes(label), ...parts)))
}

/** Derives a nonzero secret scalar from a seed: HKDF-SHA-512 (RFC 5869), 64 bytes reduced without noticeable bias. */
export function scalarFromSeed(seed: Uint8Array, context: Uint8Array, purpose: string): bigint {
  const scalar = reduce(hkdf(sha512, seed, context, utf8ToBytes(`Quorate frost ${purpose}`), 64))
  // The chance is 1 in 2^252.
  if (scalar === 0n) throw new Error('this seed gives the scalar zero: use another seed')
  return scalar
}

export function keyFromSecret(secret: Uint8Array, context: Uint8Array, purpose: Uint8Array): Uint8Array {
  return hkdf(sha256, secret, context, purpose, 32)
}

/** The digest, in 32 bytes, of a text in which each line has a fixed meaning. */
export const digest = (label: string, ...parts: readonly (Uint8Array | string)[]): Uint8Array =>
  sha256(
    concatBytes(
      utf8ToBytes(`${label}\n`),
      ...parts.map((part) => sha256(typeof part === 'string' ? utf8ToBytes(part) : part)),
    ),
  )

/** The identifier of a member as a scalar in 32 bytes, little-endian (RFC 9591, section 4.3). */
export const encodeNumber = (number: number): Uint8Array => Scalars.toBytes(BigInt(number))

function reduce(hash: Uint8Array): bigint {
  let value = 0n
  for (let at = hash.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(hash[at] ?? 0)
  return value % Scalars.ORDER
}
