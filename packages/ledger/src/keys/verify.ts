import { createPublicKey, type KeyObject, verify as nativeVerify } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { spkiDer } from './key-encodings.ts'
import { type Leaf, publicKeyText } from './keys.ts'

/** Parsed keys: to parse a key costs as much as a verification. `null` marks bytes that are no point on the curve. */
const parsed = new LRUCache<string, { key: KeyObject | null }>({ max: 10_000 })

function keyObject(leaf: Leaf): KeyObject | null {
  const id = publicKeyText(leaf)
  const known = parsed.get(id)
  if (known) return known.key
  const key = parse(leaf)
  parsed.set(id, { key })
  return key
}

function parse(leaf: Leaf): KeyObject | null {
  // OpenSSL ignores bytes after a key.
  if (leaf.bytes.length !== (leaf.type === 'ed25519' ? 32 : 33)) return null
  try {
    return createPublicKey({ key: spkiDer(leaf), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Half of the curve's order (SEC 2, §2.4.1). */
const HALF_ORDER = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/**
 * Requires the low-s form, so that a signature has only one form here. OpenSSL accepts both, and so do consensus nodes,
 * which normalise s before they verify.
 */
const isLowS = (signature: Uint8Array): boolean => HALF_ORDER.compare(signature, 32, 64) >= 0

/**
 * Whether `signature` (64 bytes: Ed25519, or r‖s over the message's Keccak-256 for secp256k1) is the leaf's signature
 * over the message, by the rules of the ledger. Malformed keys and signatures are false.
 */
export function verify(leaf: Leaf, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false
  const key = keyObject(leaf)
  if (!key) return false
  if (leaf.type === 'ed25519') return nativeVerify(null, message, key, signature)
  return isLowS(signature) && nativeVerify('keccak-256', message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/**
 * The bytes that wallets sign when they are asked to sign a message (HIP-820): a prefix, the message's length, and the
 * message. The length is in bytes unless given.
 */
export const walletMessage = (message: Uint8Array, length = message.length): Uint8Array =>
  Buffer.concat([Buffer.from(`\x19Hedera Signed Message:\n${length}`), message])

/**
 * As {@link verify}, over the raw message or over it with the wallets' prefix. For text that is not ASCII, wallets
 * disagree whether its length is in bytes or in UTF-16 units, as JavaScript counts; both are accepted.
 */
export const verifyWalletMessage = (leaf: Leaf, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(leaf, message, signature) || verifyPrefixedMessage(leaf, message, signature)

/** As {@link verifyWalletMessage}, with the wallets' prefix only. */
export function verifyPrefixedMessage(leaf: Leaf, message: Uint8Array, signature: Uint8Array): boolean {
  if (verify(leaf, walletMessage(message), signature)) return true
  const units = new TextDecoder().decode(message).length
  return units !== message.length && verify(leaf, walletMessage(message, units), signature)
}
