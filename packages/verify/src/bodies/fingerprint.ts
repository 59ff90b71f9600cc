import { sha384 } from '@noble/hashes/sha2.js'

/** So that no other hash of the same bytes looks like a fingerprint. */
const DOMAIN = new TextEncoder().encode('Quorate body fingerprint v1\n')
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const GROUPS = 8
const BITS = 5

/**
 * What people compare to know that they look at the same body: 160 bits of the SHA-384 of a domain and the body's
 * bytes, in base32 (RFC 4648), as eight groups of four.
 */
export function fingerprint(bodyBytes: Uint8Array): string {
  const hash = sha384.create().update(DOMAIN).update(bodyBytes).digest()
  const bits = hash.subarray(0, (GROUPS * 4 * BITS) / 8).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  const letters = Array.from({ length: GROUPS * 4 }, (_, index) => {
    const letter = (bits >> BigInt(BITS * (GROUPS * 4 - 1 - index))) & 31n
    return (index > 0 && index % 4 === 0 ? ' ' : '') + ALPHABET[Number(letter)]
  })
  return letters.join('')
}
