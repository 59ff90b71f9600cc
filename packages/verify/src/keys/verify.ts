import { concatBytes } from '@noble/hashes/utils.js'
import { isQuicklyVerified, verifyEd25519, verifySecp256k1 } from '#primitives'
import type { Leaf } from './keys.ts'
import { canonicalSignature, SIGNATURE_BYTES } from './signatures.ts'

const hasLengths = ({ type, bytes }: Leaf, signature: Uint8Array): boolean =>
  signature.length === SIGNATURE_BYTES && bytes.length === (type === 'ed25519' ? 32 : 33)

/**
 * Whether `signature` (64 bytes: Ed25519, or r‖s over the message's Keccak-256 for secp256k1, optionally with v) is the
 * leaf's signature over the message, by the rules of the ledger. False if the key or the signature is malformed.
 * Compare and keep signatures in the form of {@link canonicalSignature}.
 */
export function verify({ type, bytes }: Leaf, message: Uint8Array, signature: Uint8Array): boolean {
  const canonical = canonicalSignature(type, signature)
  if (!canonical || !hasLengths({ type, bytes }, canonical)) return false
  return (type === 'ed25519' ? verifyEd25519 : verifySecp256k1)(bytes, message, canonical)
}

/**
 * The bytes that wallets sign when they sign a message (HIP-820): a prefix, the message's length, and the message.
 * Default length: the number of bytes.
 */
export const walletMessage = (message: Uint8Array, length = message.length): Uint8Array =>
  concatBytes(new TextEncoder().encode(`\x19Hedera Signed Message:\n${length}`), message)

/**
 * Like {@link verify}, over the raw message or the message with the wallets' prefix. For text that is not ASCII,
 * wallets disagree whether its length is in bytes or in UTF-16 units, as JavaScript counts; both are accepted.
 */
export const verifyWalletMessage = (leaf: Leaf, message: Uint8Array, signature: Uint8Array): boolean =>
  verify(leaf, message, signature) || verifyPrefixedMessage(leaf, message, signature)

/** Like {@link verifyWalletMessage}, with the wallets' prefix only. */
export const verifyPrefixedMessage = (leaf: Leaf, message: Uint8Array, signature: Uint8Array): boolean =>
  prefixed(message).some((text) => verify(leaf, text, signature))

/** Like {@link verifyWalletMessage}, but tries WebCrypto first in browsers, which is faster. */
export async function verifyWalletMessageQuickly(
  leaf: Leaf,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (leaf.type === 'ed25519' && hasLengths(leaf, signature))
    for (const text of [message, ...prefixed(message)])
      if (await isQuicklyVerified(leaf.bytes, text, signature)) return true
  return verifyWalletMessage(leaf, message, signature)
}

/** The message as wallets sign it: with its length in bytes, and in UTF-16 units if that differs. */
function prefixed(message: Uint8Array): Uint8Array[] {
  const units = new TextDecoder().decode(message).length
  return [walletMessage(message), ...(units === message.length ? [] : [walletMessage(message, units)])]
}
