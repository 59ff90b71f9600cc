/**
 * Proofs that two public points have the same secret over two bases (Chaum and Pedersen, CRYPTO '92, section 3.2, made
 * non-interactive). With it, a member reveals the secret that it shares with a dealer and proves that it is the right
 * one. Anyone can then decrypt that single share.
 */
import { bytesToHex, concatBytes } from '@noble/curves/utils.js'
import { BASE, type Point, readScalar, Scalars } from '../group/group.ts'
import { hashToScalar } from '../group/hashing.ts'

/** `key` is the base point times the secret, and `shared` is `other` times the secret. */
export interface Equality {
  context: Uint8Array
  key: Point
  other: Point
  shared: Point
}

/** The challenge and the response, 64 bytes in hex. `nonce` must be secret, and new for each claim. */
export function proveEquality(claim: Equality, secret: bigint, nonce: bigint): string {
  const challenge = challengeOf(claim, BASE.multiply(nonce), claim.other.multiply(nonce))
  const response = Scalars.add(nonce, Scalars.mul(secret, challenge))
  return bytesToHex(concatBytes(Scalars.toBytes(challenge), Scalars.toBytes(response)))
}

export function isEqual(claim: Equality, proof: string): boolean {
  try {
    if (proof.length !== 128) return false
    const [challenge, response] = [readScalar(proof.slice(0, 64)), readScalar(proof.slice(64))]
    const over = (base: Point, point: Point) => base.multiplyUnsafe(response).subtract(point.multiplyUnsafe(challenge))
    return challengeOf(claim, over(BASE, claim.key), over(claim.other, claim.shared)) === challenge
  } catch {
    return false
  }
}

const challengeOf = ({ context, key, other, shared }: Equality, first: Point, second: Point): bigint =>
  hashToScalar(
    'Quorate frost equality v1',
    context,
    ...[key, other, shared, first, second].map((point) => point.toBytes()),
  )
