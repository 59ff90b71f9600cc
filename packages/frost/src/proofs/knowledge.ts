/**
 * Proofs that a member knows the secret of a public point. They are Schnorr signatures bound to the member's number and
 * to a context, so that nobody can reuse another member's proof (FROST20, figure 1, round 1, steps 2 and 5).
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { BASE, type Point, publicPoint, readPoint, readScalar, Scalars } from '../group/group.ts'
import { encodeNumber, hashToScalar } from '../group/hashing.ts'

/** A proof consists of R and z, 64 bytes in hex. */
export const PROOF_CHARACTERS = 128

/** The statement of a proof. `context` is empty or has a fixed length. */
export interface Claim {
  number: number
  context: Uint8Array
}

/** `nonce` must be secret, and new for each claim. */
export function proveKnowledge({ number, context }: Claim, secret: bigint, nonce: bigint): string {
  const commitment = publicPoint(nonce)
  const challenge = challengeOf(number, context, publicPoint(secret), commitment)
  const response = Scalars.add(nonce, Scalars.mul(secret, challenge))
  return bytesToHex(concatBytes(commitment.toBytes(), Scalars.toBytes(response)))
}

export function isKnown({ number, context }: Claim, point: Point, proof: string): boolean {
  try {
    if (proof.length !== PROOF_CHARACTERS) return false
    const commitment = readPoint(proof.slice(0, 64))
    const response = readScalar(proof.slice(64))
    const challenge = challengeOf(number, context, point, commitment)
    return BASE.multiplyUnsafe(response).equals(commitment.add(point.multiplyUnsafe(challenge)))
  } catch {
    return false
  }
}

/** FROST20's c = H(i, context, g^secret, R), with the label and the encodings of ZcashFoundation/frost. */
const challengeOf = (number: number, context: Uint8Array, point: Point, commitment: Point): bigint =>
  hashToScalar(
    'FROST-ED25519-SHA512-v1dkg',
    concatBytes(encodeNumber(number), context, hexToBytes(point.toHex()), commitment.toBytes()),
  )
