/** The public data of a shared key. All of it can be computed from the records of the ceremony that made it. */
import { bytesToHex } from '@noble/curves/utils.js'
import { readPoint, sumOfPoints } from './group/group.ts'
import { digest } from './group/hashing.ts'
import { interpolation } from './group/polynomials.ts'

export interface KeyMember {
  id: string
  /** The public key that verifies the member's records, as written in the ceremony's start. */
  key: string
  /** The FROST identifier. A member keeps it as long as it is a member. */
  number: number
  /** The public point of its share, hex. */
  verifyingShare: string
}

export interface GroupKey {
  /** The id of the ceremony that made these shares: `<topic>@<consensus timestamp of its first record>`. */
  dkgId: string
  /** Grows with each ceremony that gives the members new shares. Shares of different epochs don't fit together. */
  epoch: number
  /** How many members sign together. */
  threshold: number
  /** An ordinary Ed25519 public key, hex. */
  publicKey: string
  /** In ascending order of their numbers. */
  members: readonly KeyMember[]
  /** The public keys that rotations have replaced by this one, hex, oldest first. Absent if there are none. */
  replaced?: readonly string[]
}

/** A digest of a shared key with all its members: 32 bytes in hex. */
export function groupKeyDigest({ dkgId, epoch, threshold, publicKey, members, replaced = [] }: GroupKey): string {
  const rows = members.map(({ id, key, number, verifyingShare }) => [id, key, number, verifyingShare])
  const all = [dkgId, epoch, threshold, publicKey, rows, ...(replaced.length > 0 ? [replaced] : [])]
  return bytesToHex(digest('Quorate frost group key v1', JSON.stringify(all)))
}

/** Whether the members' shares fit the public key: any threshold of their points gives the key and all other points. */
export function isCoherent({ threshold, publicKey, members }: GroupKey): boolean {
  const some = members.slice(0, threshold)
  const numbers = some.map(({ number }) => number)
  const pointAt = (x: number): string =>
    sumOfPoints(
      some.map(({ number, verifyingShare }) =>
        readPoint(verifyingShare).multiplyUnsafe(interpolation(numbers, number, x)),
      ),
    ).toHex()
  try {
    const others = members.slice(threshold)
    const isWhole = threshold > 0 && some.length === threshold && pointAt(0) === publicKey
    return isWhole && others.every(({ number, verifyingShare }) => pointAt(number) === verifyingShare)
  } catch {
    return false
  }
}
