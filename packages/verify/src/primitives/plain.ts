/**
 * Hashes and signatures in plain JavaScript, for browsers. The results equal those of {@link ./node.ts} for every key.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 as hash256, sha384 as hash384, sha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export const sha256 = (bytes: Uint8Array): Uint8Array => hash256(bytes)

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
    // Encodings with a y of p or more are read as OpenSSL reads them.
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

/** Whether the signature (r‖s, 64 bytes) of the message's hash is valid under the public key (33 bytes). */
export function verifySecp256k1(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
  hash: 'keccak-256' | 'sha256' = 'keccak-256',
): boolean {
  const digest = hash === 'sha256' ? sha256(message) : keccak_256(message)
  try {
    return secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: false })
  } catch {
    return false
  }
}
