/** Hashes and signatures by Node's own crypto, for services. It verifies ten times as fast as {@link ./plain.ts}. */
import { createPublicKey, ECDH, hash, type KeyObject, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export const sha256 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash('sha256', bytes, 'buffer'))

export const sha384 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash('sha384', bytes, 'buffer'))

/** Compresses a secp256k1 point of 65 bytes to 33; undefined if it is not on the curve. */
export function compressedPoint(point: Uint8Array): Uint8Array | undefined {
  try {
    return Uint8Array.from(ECDH.convertKey(point, 'secp256k1', undefined, undefined, 'compressed') as Buffer)
  } catch {
    return undefined
  }
}

/** SubjectPublicKeyInfo that precedes the key. For secp256k1 it is RFC 5480's, with a compressed point. */
const SPKI = {
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
  secp256k1: Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
} as const

/**
 * A cache of parsed keys: parsing costs as much as a verification. `null` marks bytes that are not a point on the
 * curve.
 */
const parsed = new LRUCache<string, { key: KeyObject | null }>({ max: 10_000 })

function keyObject(type: keyof typeof SPKI, bytes: Uint8Array): KeyObject | null {
  // The two types of keys have different lengths, so they can't collide.
  const id = Buffer.from(bytes).toString('hex')
  const known = parsed.get(id)
  if (known) return known.key
  const key = parse(Uint8Array.from([...SPKI[type], ...bytes]))
  parsed.set(id, { key })
  return key
}

function parse(key: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Whether the signature (64 bytes) of the message is valid under the public key (32 bytes). */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = keyObject('ed25519', publicKey)
  return key !== null && verify(null, message, key, signature)
}

/** The same as {@link verifyEd25519}, which is already fast here. */
export const isQuicklyVerified = async (...given: Parameters<typeof verifyEd25519>): Promise<boolean> =>
  verifyEd25519(...given)

/**
 * Whether the signature (r‖s, 64 bytes) of the message's hash is valid under the public key (33 bytes). The ledger's
 * keys sign Keccak-256, and those of libp2p SHA-256.
 */
export function verifySecp256k1(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  hash: 'keccak-256' | 'sha256' = 'keccak-256',
): boolean {
  const key = keyObject('secp256k1', publicKey)
  return key !== null && verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}
