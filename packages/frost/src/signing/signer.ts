/**
 * A member's side of signing. A nonce that is used twice reveals the share. So nonces exist in memory only, each is
 * removed before it is used, and the hash of its commitment is stored before a signature share leaves.
 */

import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import { publicPoint, scalarFromBytes } from '../group/group.ts'
import { digest } from '../group/hashing.ts'
import type { GroupKey } from '../group-key.ts'
import { MAX_OPEN_NONCES } from '../limits.ts'
import { frost } from './rounds.ts'
import type { Random } from './shares.ts'
import { checkCommitments, commitmentsFor, identifierOf, type NonceCommitment, publicPackage } from './shares.ts'

export interface SignerOptions {
  key: GroupKey
  number: number
  /** 32 bytes. */
  share: Uint8Array
  /**
   * Stores the hash (hex) of a used commitment permanently.
   * @returns false if it was already stored; nothing is signed then
   */
  remember: (hash: string) => Promise<boolean> | boolean
  random: Random
}

export interface Signer {
  /** Makes new nonces for one signature (RFC 9591, section 5.1). Only the public part is returned. */
  commit(): NonceCommitment
  /** Whether the signer could sign with these commitments: one of them is its own and has not been used. */
  holds(commitments: readonly NonceCommitment[]): boolean
  /**
   * The member's signature share (RFC 9591, section 5.2). The caller must already have decided to sign this message.
   * @throws FrostError `NONCE_UNKNOWN` if its own commitment is unknown or used, `NONCE_USED`, `COMMITMENTS_INVALID`
   */
  sign(message: Uint8Array, commitments: readonly NonceCommitment[]): Promise<string>
}

/** @throws FrostError `SHARE_INVALID` if the share is not the member's share of the key */
export function createSigner({ key, number, share, remember, random }: SignerOptions): Signer {
  const verifyingShare = key.members.find((member) => member.number === number)?.verifyingShare
  if (publicPoint(scalarFromBytes(share)).toHex() !== verifyingShare)
    throw new FrostError('SHARE_INVALID', `This is not the share of member ${number} in epoch ${key.epoch}`)
  const secret = { identifier: identifierOf(number), signingShare: Uint8Array.from(share) }
  const open = new Map<string, ReturnType<typeof frost.commit>['nonces']>()
  const ownHash = (commitments: readonly NonceCommitment[]): string | undefined => {
    const own = commitments.find((commitment) => commitment.number === number)
    return own && nonceHash(own)
  }
  return {
    commit() {
      const { nonces, commitments } = frost.commit(secret, (bytes = 32) => random(bytes))
      const own = { number, hiding: bytesToHex(commitments.hiding), binding: bytesToHex(commitments.binding) }
      open.set(nonceHash(own), nonces)
      const [oldest] = open.keys()
      if (open.size > MAX_OPEN_NONCES && oldest !== undefined) open.delete(oldest)
      return own
    },
    holds(commitments) {
      const hash = ownHash(commitments)
      return hash !== undefined && open.has(hash)
    },
    async sign(message, commitments) {
      checkCommitments(key, commitments)
      const hash = ownHash(commitments)
      const nonces = hash && open.get(hash)
      if (!nonces) throw new FrostError('NONCE_UNKNOWN', 'This member has no unused nonce for these commitments')
      // Before the first await, so that a second call with the same commitment finds no nonce.
      open.delete(hash)
      if (!(await remember(hash))) throw new FrostError('NONCE_USED', 'This commitment was used before')
      return bytesToHex(frost.signShare(secret, publicPackage(key), nonces, commitmentsFor(commitments), message))
    },
  }
}

/** The hash under which a used commitment is stored, hex. */
export const nonceHash = ({ hiding, binding }: NonceCommitment): string =>
  bytesToHex(digest('Quorate frost nonce v1', hexToBytes(hiding), hexToBytes(binding)))
