/**
 * FROST's two rounds (RFC 9591, section 5), implemented with `@noble/curves`, for numbered members and thresholds of at
 * least 2. A threshold of 1 has no rounds: see {@link signAlone}.
 */

import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import { publicPoint, readPoint, readScalar, Scalars, scalarFromBytes } from '../group/group.ts'
import { hashToScalar } from '../group/hashing.ts'
import type { GroupKey } from '../group-key.ts'
import { frost } from './rounds.ts'

/** A member's two public nonces for one signature (RFC 9591, section 5.1), as points in hex. */
export interface NonceCommitment {
  number: number
  hiding: string
  binding: string
}

export type Random = (bytes: number) => Uint8Array

export const identifierOf = (number: number): string => frost.Identifier.fromNumber(number)

export const publicPackage = ({ threshold, members, publicKey }: GroupKey) => ({
  signers: { min: threshold, max: Math.max(members.length, 2) },
  commitments: [hexToBytes(publicKey)],
  verifyingShares: Object.fromEntries(
    members.map(({ number, verifyingShare }) => [identifierOf(number), hexToBytes(verifyingShare)]),
  ),
})

export const commitmentsFor = (commitments: readonly NonceCommitment[]) =>
  commitments.map(({ number, hiding, binding }) => ({
    identifier: identifierOf(number),
    hiding: hexToBytes(hiding),
    binding: hexToBytes(binding),
  }))

/**
 * Refuses commitments with which a member must not sign: from too few members, from strangers, from one member twice,
 * or with unusable points.
 * @throws FrostError `COMMITMENTS_INVALID` with the members to blame
 */
export function checkCommitments({ threshold, members }: GroupKey, commitments: readonly NonceCommitment[]): void {
  const numbers = commitments.map(({ number }) => number)
  const known = new Set(members.map(({ number }) => number))
  const isSubset = new Set(numbers).size === numbers.length && numbers.every((number) => known.has(number))
  if (!isSubset || numbers.length < threshold)
    throw new FrostError('COMMITMENTS_INVALID', `Expected the commitments of ${threshold} or more different members`)
  const cheaters = commitments.filter((commitment) => !isUsable(commitment)).map(({ number }) => number)
  if (cheaters.length > 0) throw new FrostError('COMMITMENTS_INVALID', 'Commitments have unusable points', cheaters)
}

export function isUsable({ hiding, binding }: NonceCommitment): boolean {
  try {
    readPoint(hiding)
    readPoint(binding)
    return hiding !== binding
  } catch {
    return false
  }
}

/** Whether this is the member's share for the message and these commitments (RFC 9591, section 5.4). Never throws. */
export function verifyShare(
  key: GroupKey,
  commitments: readonly NonceCommitment[],
  message: Uint8Array,
  { number, share }: { number: number; share: string },
): boolean {
  try {
    readScalar(share)
    const list = commitmentsFor(commitments)
    return frost.verifyShare(publicPackage(key), list, message, identifierOf(number), hexToBytes(share))
  } catch {
    return false
  }
}

/**
 * Combines shares into an ordinary Ed25519 signature of 64 bytes (RFC 9591, section 5.3).
 * @param shares by member number, one for each commitment
 * @throws FrostError `COMMITMENTS_INVALID`, or `SHARES_INVALID` with the members whose shares are wrong or missing
 */
export function aggregate(
  key: GroupKey,
  commitments: readonly NonceCommitment[],
  message: Uint8Array,
  shares: ReadonlyMap<number, string>,
): Uint8Array {
  checkCommitments(key, commitments)
  const signature = combined(key, commitments, message, shares)
  if (signature) return signature
  const cheaters = commitments
    .map(({ number }) => ({ number, share: shares.get(number) ?? '' }))
    .filter((one) => !verifyShare(key, commitments, message, one))
    .map(({ number }) => number)
  const why = cheaters.length > 0 ? 'Shares of the signature are wrong' : 'The shares are not those of this key'
  throw new FrostError('SHARES_INVALID', why, cheaters)
}

/**
 * Like {@link aggregate}, for commitments that were checked before. Returns undefined if a share is wrong or missing:
 * the whole signature is verified, which takes much less time than to verify each share.
 */
export function combined(
  key: GroupKey,
  commitments: readonly NonceCommitment[],
  message: Uint8Array,
  shares: ReadonlyMap<number, string>,
): Uint8Array | undefined {
  try {
    const byIdentifier = commitments.map(({ number }) => {
      const share = shares.get(number) ?? ''
      readScalar(share)
      return [identifierOf(number), hexToBytes(share)]
    })
    return frost.aggregate(publicPackage(key), commitmentsFor(commitments), message, Object.fromEntries(byIdentifier))
  } catch {
    return undefined
  }
}

/**
 * Signs with a share of a key whose threshold is 1. Such a share is the whole key. The nonce is made as in RFC 9591,
 * section 4.1, and the signature as in RFC 8032, section 5.1.6, from step 3 on.
 */
export function signAlone(share: Uint8Array, message: Uint8Array, random: Random): Uint8Array {
  const secret = scalarFromBytes(share)
  const nonce = hashToScalar('FROST-ED25519-SHA512-v1nonce', random(32), share)
  const commitment = publicPoint(nonce).toBytes()
  const challenge = hashToScalar('', commitment, publicPoint(secret).toBytes(), message)
  return concatBytes(commitment, Scalars.toBytes(Scalars.add(nonce, Scalars.mul(challenge, secret))))
}

/**
 * The scalar of an ordinary Ed25519 key, which a split deals, and the public key in hex. The scalar is the clamped half
 * of the hashed seed (RFC 8032, section 5.1.5), reduced, in 32 bytes.
 */
export function scalarOfEd25519Seed(seed: Uint8Array): { scalar: Uint8Array; publicKey: string } {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(seed)
  return { scalar: Scalars.toBytes(Scalars.create(scalar)), publicKey: bytesToHex(pointBytes) }
}
