/**
 * Hashes and signatures in plain JavaScript, for browsers. The results equal those of {@link ./node.ts} for every key.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as hash256, sha384 as hash384, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export { verifySecp256k1 } from '../secp256k1.ts'

export const sha256 = (bytes: Uint8Array): Uint8Array => hash256(bytes)

/** HMAC (RFC 2104) with SHA-256. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array => hmac(hash256, key, message)

export const sha384 = (bytes: Uint8Array): Uint8Array => hash384(bytes)

/** Compresses a secp256k1 point of 65 bytes to 33; undefined if it is not on the curve. */
export function compressedPoint(point: Uint8Array): Uint8Array | undefined {
  try {
    return secp256k1.Point.fromBytes(point).toBytes(true)
  } catch {
    return undefined
  }
}

const { Point } = ed25519
const ORDER = Point.Fn.ORDER

/** The integer in little-endian bytes. */
const little = (bytes: Uint8Array): bigint => bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n)

/**
 * Whether the signature (64 bytes) of the message is valid under the public key (32 bytes), by Node's rules: without
 * the cofactor (RFC 8032 §5.1.7 permits either), and never if the key or R has a small order. Noble's own `verify`
 * multiplies by the cofactor, and so accepts additional signatures, which only the holder of a specially made key can
 * make.
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), little(signature.subarray(32))]
  if (s >= ORDER) return false
  try {
    // Reads a y of p or more as OpenSSL does.
    const key = Point.fromBytes(publicKey, true)
    const k = little(sha512.create().update(r).update(publicKey).update(message).digest()) % ORDER
    const expected = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(k))
    if (key.isSmallOrder() || expected.isSmallOrder()) return false
    return expected.toBytes().every((byte, index) => byte === r[index])
  } catch {
    return false
  }
}

/** The encodings of points of small order, including those with a y of p or more, without the sign of x. */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])
const isSmallOrder = (point: Uint8Array): boolean =>
  SMALL_ORDER.has(bytesToHex(point.with(31, (point[31] ?? 0) & 0x7f)))

/**
 * Whether the browser's own WebCrypto accepts the signature. It is seven times as fast as {@link verifyEd25519}, and
 * also verifies without the cofactor (W3C, Secure Curves in the Web Cryptography API). False proves nothing: the
 * browser may lack Ed25519, or read some encodings differently.
 */
export async function isQuicklyVerified(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (isSmallOrder(publicKey) || isSmallOrder(signature.subarray(0, 32))) return false
  try {
    const { subtle } = crypto
    const key = await subtle.importKey('raw', Uint8Array.from(publicKey), 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, Uint8Array.from(signature), Uint8Array.from(message))
  } catch {
    return false
  }
}

/** The public key of an X25519 private key (RFC 7748), both 32 bytes. */
export const x25519Public = (privateKey: Uint8Array): Uint8Array => x25519.getPublicKey(privateKey)

/** The bytes that precede the 32 bytes of an X25519 private key in PKCS #8 (RFC 8410). */
const X25519_PKCS8 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 110, 4, 34, 4, 32)

/**
 * Returns a function that agrees on a secret with the holder of a public key (32 bytes). It returns undefined if the
 * key has a small order. Uses the browser's own WebCrypto if that has X25519, which is 15 times as fast.
 */
export function x25519Of(privateKey: Uint8Array): (publicKey: Uint8Array) => Promise<Uint8Array | undefined> {
  const own = quickKey(privateKey)
  return async (bytes) => {
    const key = await own
    const quick = key && (await quickSecret(key, bytes))
    if (quick) return quick
    try {
      return x25519.getSharedSecret(privateKey, bytes)
    } catch {
      return undefined
    }
  }
}

async function quickKey(privateKey: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    const pkcs8 = Uint8Array.from([...X25519_PKCS8, ...privateKey])
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'X25519', false, ['deriveBits'])
  } catch {
    return undefined
  }
}

async function quickSecret(own: CryptoKey, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const { subtle } = crypto
    const other = await subtle.importKey('raw', Uint8Array.from(bytes), 'X25519', false, [])
    return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: other }, own, 256))
  } catch {
    return undefined
  }
}

/** For one message: a key of 32 bytes, a nonce of 12 bytes, and the associated data to authenticate. */
export interface ChaCha {
  key: Uint8Array
  nonce: Uint8Array
  associated: Uint8Array
}

/** The ciphertext of ChaCha20-Poly1305 (RFC 8439), and then its tag. */
export const sealChaCha = ({ key, nonce, associated }: ChaCha, message: Uint8Array): Uint8Array =>
  chacha20poly1305(key, nonce, associated).encrypt(message)

/** The message; undefined if the ciphertext was made with another key, nonce or associated data. */
export function openChaCha({ key, nonce, associated }: ChaCha, sealed: Uint8Array): Uint8Array | undefined {
  try {
    return chacha20poly1305(key, nonce, associated).decrypt(sealed)
  } catch {
    return undefined
  }
}
