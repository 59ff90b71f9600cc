/** Converts the forms of signatures to the canonical form, which is stored and compared. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decode } from '../protobuf/decode.ts'
import type { Leaf } from './keys.ts'

/** Ed25519, or r‖s of secp256k1. */
export const SIGNATURE_BYTES = 64
/** The order of secp256k1 (SEC 2, §2.4.1). */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** Recovery ids after r‖s, plain and as Ethereum writes them. */
const RECOVERY_IDS = [0, 1, 27, 28]

/**
 * The canonical form of a signature: 64 bytes; for secp256k1, s is at most half of the order. OpenSSL, HSMs and key
 * services give either of the two equivalent s, and consensus nodes take both. Wallets may append the recovery id
 * (r‖s‖v). Undefined if the bytes are not a signature of this type.
 */
export function canonicalSignature(type: Leaf['type'], signature: Uint8Array): Uint8Array | undefined {
  if (type === 'ed25519') return signature.length === SIGNATURE_BYTES ? signature : undefined
  const rs = withoutRecoveryId(signature)
  if (rs.length !== SIGNATURE_BYTES) return undefined
  const s = BigInt(`0x${bytesToHex(rs.subarray(32))}`)
  if (s <= ORDER / 2n) return rs
  if (s >= ORDER) return undefined
  const canonical = Uint8Array.from(rs)
  canonical.set(hexToBytes((ORDER - s).toString(16).padStart(64, '0')), 32)
  return canonical
}

/** r‖s of r‖s‖v; other bytes unchanged. */
export const withoutRecoveryId = (signature: Uint8Array): Uint8Array =>
  signature.length === SIGNATURE_BYTES + 1 && RECOVERY_IDS.includes(signature[SIGNATURE_BYTES] ?? -1)
    ? signature.subarray(0, SIGNATURE_BYTES)
    : signature

/**
 * The signature in a wallet's answer: the bytes themselves, or the only signature of a SignatureMap; otherwise no
 * bytes.
 */
export function signatureIn(given: Uint8Array): Uint8Array {
  const raw = withoutRecoveryId(given)
  if (raw.length === SIGNATURE_BYTES) return raw
  const pairs = decode(given, 'SignatureMap').fields
  const values = pairs.flatMap(({ fields = [] }) =>
    fields.flatMap(({ name, value }) => (name !== 'pubKeyPrefix' && value instanceof Uint8Array ? [value] : [])),
  )
  const [only, ...others] = values
  return only && others.length === 0 ? withoutRecoveryId(only) : new Uint8Array()
}
