/** ECDSA over secp256k1 in plain JavaScript: for browsers, and for a Node whose OpenSSL has no Keccak. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

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
