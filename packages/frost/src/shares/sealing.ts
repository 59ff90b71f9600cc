/**
 * Shares on a public topic, each sealed for one member with ChaCha20-Poly1305 (RFC 8439). The key comes from a
 * Diffie-Hellman secret of two keys that exist for one ceremony only, so no long-lived key can open old shares. The
 * keys are points of edwards25519, not X25519, because the proof about a revealed secret needs full points.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { type Point, Scalars, scalarFromBytes } from '../group/group.ts'
import { keyFromSecret } from '../group/hashing.ts'

export const SEALED_CHARACTERS = 96

/** Identifies a sealed share. It cannot be opened as any other share. */
export interface Place {
  /** The digest of the ceremony, 32 bytes. */
  context: Uint8Array
  round: number
  dealer: number
  receiver: number
}

/** Each key seals only one share, so the nonce can be zero. */
const NONCE = new Uint8Array(12)

export function sealShare(place: Place, shared: Point, share: bigint): string {
  return bytesToHex(cipher(place, shared).encrypt(Scalars.toBytes(share)))
}

/** The share; undefined if it cannot be opened (another key, altered bytes) or is not a nonzero scalar. */
export function openShare(place: Place, shared: Point, sealed: string): bigint | undefined {
  try {
    return scalarFromBytes(cipher(place, shared).decrypt(hexToBytes(sealed)))
  } catch {
    return undefined
  }
}

function cipher({ context, round, dealer, receiver }: Place, shared: Point) {
  const place = new TextEncoder().encode(`Quorate frost share v1 ${round} ${dealer} ${receiver}`)
  return chacha20poly1305(keyFromSecret(shared.toBytes(), context, place), NONCE, place)
}
