/**
 * Hashes and signatures by Node's own crypto, for services. Verification is ten times as fast as in {@link ./plain.ts}.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  ECDH,
  getHashes,
  hash,
  type KeyObject,
  verify,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as inJavaScript from '../secp256k1.ts'

export const sha256 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash('sha256', bytes, 'buffer'))

/** HMAC (RFC 2104) with SHA-256. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(message).digest()

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

/** The OpenSSL of Node 22 has no Keccak. */
const isKeccakNative = getHashes().includes('keccak-256')

/**
 * Whether the signature (r‖s, 64 bytes) of the message's hash is valid under the public key (33 bytes). The ledger's
 * keys sign Keccak-256 hashes, and libp2p's keys SHA-256 hashes.
 */
export function verifySecp256k1(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  hash: 'keccak-256' | 'sha256' = 'keccak-256',
): boolean {
  if (hash === 'keccak-256' && !isKeccakNative) return inJavaScript.verifySecp256k1(publicKey, message, signature)
  const key = keyObject('secp256k1', publicKey)
  return key !== null && verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** The bytes that precede the 32 bytes of an X25519 private key in PKCS #8 (RFC 8410). */
const X25519_PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The public key of an X25519 private key (RFC 7748), both 32 bytes. */
export const x25519Public = (privateKey: Uint8Array): Uint8Array =>
  Uint8Array.from(createPublicKey(x25519Private(privateKey)).export({ format: 'der', type: 'spki' }).subarray(-32))

const x25519Private = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([X25519_PKCS8, bytes]), format: 'der', type: 'pkcs8' })

/**
 * Returns a function that agrees on a secret with the holder of a public key (32 bytes). It returns undefined if the
 * key has a small order.
 */
export function x25519Of(privateKey: Uint8Array): (publicKey: Uint8Array) => Promise<Uint8Array | undefined> {
  const own = x25519Private(privateKey)
  return async (bytes) => {
    try {
      // Node reads a JWK in less than half of the time of DER.
      const jwk = { kty: 'OKP', crv: 'X25519', x: Buffer.from(bytes).toString('base64url') }
      const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
      return new Uint8Array(diffieHellman({ privateKey: own, publicKey }))
    } catch {
      return undefined
    }
  }
}

/** For one message: a key of 32 bytes, a nonce of 12 bytes, and the associated data to authenticate. */
export interface ChaCha {
  key: Uint8Array
  nonce: Uint8Array
  associated: Uint8Array
}

const CHACHA = 'chacha20-poly1305'
const TAG = { authTagLength: 16 } as const

/** The ciphertext of ChaCha20-Poly1305 (RFC 8439), and then its tag. */
export function sealChaCha({ key, nonce, associated }: ChaCha, message: Uint8Array): Uint8Array {
  const cipher = createCipheriv(CHACHA, key, nonce, TAG).setAAD(associated, { plaintextLength: message.length })
  return Uint8Array.from(Buffer.concat([cipher.update(message), cipher.final(), cipher.getAuthTag()]))
}

/** The message; undefined if the ciphertext was made with another key, nonce or associated data. */
export function openChaCha({ key, nonce, associated }: ChaCha, sealed: Uint8Array): Uint8Array | undefined {
  const end = sealed.length - TAG.authTagLength
  try {
    const decipher = createDecipheriv(CHACHA, key, nonce, TAG)
      .setAAD(associated, { plaintextLength: end })
      .setAuthTag(sealed.subarray(end))
    // A stream cipher keeps nothing back: `final` only checks the tag.
    const message = decipher.update(sealed.subarray(0, end))
    decipher.final()
    return new Uint8Array(message)
  } catch {
    return undefined
  }
}
