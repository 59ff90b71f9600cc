/**
 * A key for the ballots of one vote that nobody has before the vote ends. Members of a shared key make it together,
 * each keeps a part, and a threshold of parts gives the private key. It is independent of the shares that sign, so it
 * can be published later. Each dealer shares a random secret (Feldman, FOCS '87) and proves that it knows the secret;
 * the key is the sum of the secrets. Since a threshold of dealers is needed, no smaller coalition knows the key.
 */
import { hexToBytes } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import {
  type Point,
  publicPoint,
  readPoint,
  Scalars,
  scalarFromBytes,
  sumOfPoints,
  sumOfScalars,
} from '../group/group.ts'
import { digest, scalarFromSeed } from '../group/hashing.ts'
import { evaluate, evaluatePoints } from '../group/polynomials.ts'
import { type GroupKey, groupKeyDigest } from '../group-key.ts'
import { isKnown, proveKnowledge } from '../proofs/knowledge.ts'
import { openShare, sealShare } from '../shares/sealing.ts'
import type { Random } from '../signing/shares.ts'

/** What a ballot key is for: the members that make it, and a text that identifies the vote. */
export interface BallotKeyPlace {
  key: GroupKey
  purpose: string
}

/** A dealer's contribution. Points and sealed shares are hex. */
export interface Dealing {
  /** The dealer's number. */
  from: number
  /** The points of the polynomial's coefficients, starting with the constant; as many as the threshold. */
  commitments: string[]
  /**
   * The proof that the dealer knows the constant. Without the proof, a dealer could choose a constant that cancels the
   * other dealers' constants.
   */
  proof: string
  /** The public point of a key that exists for this dealing only. */
  ephemeral: string
  /** A share for each member, in the order of the members. */
  sealed: string[]
}

/** A member's part of a ballot key, and the points that parts are checked against. */
export interface BallotKeyPart {
  share: Uint8Array
  /** The sum of the dealers' commitments. The first one is the key's public point. */
  commitments: string[]
}

/** A member with its share of the shared key. The share opens what is sealed for the member. */
export interface Holder {
  number: number
  share: Uint8Array
}

const ROUND = 0

const contextOf = ({ key, purpose }: BallotKeyPlace): Uint8Array =>
  digest('Quorate frost ballot key v1', hexToBytes(groupKeyDigest(key)), purpose)

/** A new dealing for all members. The dealer stores none of it: its own share is among the sealed ones. */
export function dealBallotKey(place: BallotKeyPlace, from: number, random: Random): Dealing {
  const { threshold, members } = place.key
  const context = contextOf(place)
  const secret = (purpose: string): bigint => scalarFromSeed(random(32), context, purpose)
  const coefficients = Array.from({ length: threshold }, () => secret('ballot key coefficient'))
  const ephemeral = secret('ballot key ephemeral')
  return {
    from,
    commitments: coefficients.map((coefficient) => publicPoint(coefficient).toHex()),
    proof: proveKnowledge({ number: from, context }, coefficients[0] ?? 0n, secret('ballot key nonce')),
    ephemeral: publicPoint(ephemeral).toHex(),
    sealed: members.map(({ number, verifyingShare }) => {
      const shared = readPoint(verifyingShare).multiply(ephemeral)
      return sealShare(sealedAt(context, from, number), shared, evaluate(coefficients, number))
    }),
  }
}

const sealedAt = (context: Uint8Array, dealer: number, receiver: number) => ({
  context,
  round: ROUND,
  dealer,
  receiver,
})

/** The member's share in a dealing; undefined if the dealing is not valid for this member. */
export function openDealing(
  place: BallotKeyPlace,
  { number, share }: Holder,
  { from, commitments, proof, ephemeral, sealed }: Dealing,
): bigint | undefined {
  const { threshold, members } = place.key
  const index = members.findIndex((member) => member.number === number)
  const isDealers = members.some((member) => member.number === from)
  if (index < 0 || !isDealers || commitments.length !== threshold || sealed.length !== members.length) return undefined
  try {
    const points = commitments.map(readPoint)
    const context = contextOf(place)
    const [first] = points
    if (!first || !isKnown({ number: from, context }, first, proof)) return undefined
    const shared = readPoint(ephemeral).multiply(scalarFromBytes(share))
    const dealt = openShare(sealedAt(context, from, number), shared, sealed[index] ?? '')
    return dealt !== undefined && isOn(points, number, dealt) ? dealt : undefined
  } catch {
    return undefined
  }
}

/**
 * The member's part of the key that these dealings make.
 *
 * @throws FrostError `DEALINGS_INVALID` with the dealers that cheated, or with none if there are too few dealings
 */
export function partOf(place: BallotKeyPlace, member: Holder, dealings: readonly Dealing[]): BallotKeyPart {
  const { threshold } = place.key
  if (new Set(dealings.map(({ from }) => from)).size < dealings.length || dealings.length < threshold)
    throw new FrostError('DEALINGS_INVALID', `Expected dealings of ${threshold} or more different members`)
  const opened = dealings.map((dealing) => ({ from: dealing.from, share: openDealing(place, member, dealing) }))
  const cheaters = opened.filter(({ share }) => share === undefined).map(({ from }) => from)
  if (cheaters.length > 0) throw new FrostError('DEALINGS_INVALID', 'Dealings are wrong', cheaters)
  const sums = Array.from({ length: threshold }, (_, at) =>
    sumOfPoints(dealings.map(({ commitments }) => readPoint(commitments[at] ?? ''))),
  )
  return {
    share: Scalars.toBytes(sumOfScalars(opened.map(({ share }) => share ?? 0n))),
    commitments: sums.map((sum) => sum.toHex()),
  }
}

/** Whether the value is the polynomial's value at the member's number. */
export const isOn = (points: readonly Point[], number: number, value: bigint): boolean =>
  publicPoint(value).equals(evaluatePoints(points, number))
