/**
 * The kinds of ceremonies. In each, dealers commit to secrets and deal them sealed, and everyone can compute the public
 * point of each receiver's share. They differ in who deals what, and in what the shares add up to:
 *
 * - `generate`: all members deal a random polynomial (Pedersen, with the proofs of FROST20, figure 1).
 * - `split`: one member deals the key that only it had.
 * - `reshare`: old members deal their shares, weighted so that the key stays the same (Desmedt and Jajodia 1997).
 * - `refresh`: all members deal polynomials of zero, which are added to the old shares (Herzberg and others, CRYPTO
 *   '95).
 * - `repair`: helpers deal the terms of a lost share (eprint 2017/1155).
 * - `rotate`: like `generate`, while the members still sign with the key that the new one replaces.
 */

import { IDENTITY, type Point, readPoint, sumOfPoints } from '../group/group.ts'
import { evaluatePoints, interpolation } from '../group/polynomials.ts'
import type { GroupKey } from '../group-key.ts'
import type { Kind, Start } from '../records/schema.ts'
import { activeOf, type Round, type State } from './state.ts'

type Known = Pick<State, 'start' | 'previous'>

/** Whether the ceremony makes a key that has not existed before. */
export const isNew = (kind: Kind): boolean => kind === 'generate' || kind === 'rotate'

export function dealersOf({ start, previous }: Known): readonly number[] {
  if (start.kind === 'split') return [start.holder ?? 0]
  if (start.kind === 'repair') return start.helpers ?? []
  return numbersOf(start.kind === 'reshare' ? (previous?.members ?? []) : start.members)
}

/** The members that receive a share in this round. Only a repair has a second round. */
export function receiversOf({ start }: Known, round: Round): readonly number[] {
  if (start.kind !== 'repair') return round === 1 ? numbersOf(start.members) : []
  return round === 1 ? (start.helpers ?? []) : [start.repaired ?? 0]
}

/** The members that have new shares at the end and confirm them. */
export const confirmingOf = (known: Known): readonly number[] =>
  receiversOf(known, known.start.kind === 'repair' ? 2 : 1)

/** How many dealers the ceremony needs. */
export function leastDealers({ start, previous }: Known): number {
  if (start.kind === 'split') return 1
  return start.kind === 'reshare' ? (previous?.threshold ?? 0) : start.threshold
}

/** How many commitments a dealer writes. A refresh omits the commitment to zero. */
export const commitmentsOf = ({ kind, threshold }: Start): number => (kind === 'refresh' ? threshold - 1 : threshold)

/** The points of a dealer's coefficients; undefined if its commitments do not fit the secret that it must deal. */
export function pointsOf(known: Known, dealer: number, commitments: readonly Point[]): readonly Point[] | undefined {
  if (commitments.length !== commitmentsOf(known.start)) return undefined
  const { kind, helpers = [], repaired = 0, publicKey = '' } = known.start
  if (kind === 'refresh') return [IDENTITY, ...commitments]
  if (isNew(kind)) return commitments
  const constant = kind === 'repair' ? sumOfPoints(commitments) : (commitments[0] ?? IDENTITY)
  const expected = (): Point => {
    if (kind === 'split') return readPoint(publicKey)
    const share = verifyingShareOf(known.previous, dealer)
    return kind === 'reshare' ? share : share.multiplyUnsafe(interpolation(helpers, dealer, repaired))
  }
  return constant.equals(expected()) ? commitments : undefined
}

/** The public point of the share that a dealer must deal to a receiver. */
export function dealtPoint(state: State, round: Round, dealer: number, receiver: number): Point {
  const { kind, helpers = [] } = state.start
  const pointsFrom = (number: number): readonly Point[] => state.commits.get(number)?.points ?? []
  if (kind !== 'repair') return evaluatePoints(pointsFrom(dealer), receiver)
  const deltaOf = (from: number, to: number): Point => pointsFrom(from)[helpers.indexOf(to)] ?? IDENTITY
  return round === 1 ? deltaOf(dealer, receiver) : sumOfPoints(helpers.map((helper) => deltaOf(helper, dealer)))
}

/** The factor by which a dealer's shares are multiplied before they are added. */
export const weightOf = ({ start, qualified }: Pick<State, 'start' | 'qualified'>, dealer: number): bigint =>
  start.kind === 'reshare' ? interpolation(qualified, dealer) : 1n

/**
 * The shared key from the dealers that count and the remaining receivers; undefined if it is unusable: a point is the
 * identity, or the public key would change.
 */
export function resultOf(state: State): GroupKey | undefined {
  const { start, previous, dkgId, qualified } = state
  if (start.kind === 'repair') return previous
  const columns = Array.from({ length: start.threshold }, (_, index) =>
    sumOfPoints(
      qualified.map((dealer) =>
        (state.commits.get(dealer)?.points[index] ?? IDENTITY).multiplyUnsafe(weightOf(state, dealer)),
      ),
    ),
  )
  const isAdded = start.kind === 'refresh'
  const [constant = IDENTITY] = columns
  const publicKey = isAdded ? readPoint(previous?.publicKey ?? '') : constant
  const members = activeOf(state, numbersOf(start.members)).map((number) => {
    const added = evaluatePoints(columns, number)
    const point = isAdded ? verifyingShareOf(previous, number).add(added) : added
    return { member: state.parties.get(number), number, point }
  })
  if (publicKey.is0() || members.some(({ point }) => point.is0())) return undefined
  const expected = start.publicKey ?? (isNew(start.kind) ? undefined : previous?.publicKey)
  if (expected !== undefined && publicKey.toHex() !== expected) return undefined
  const before = previous?.replaced ?? []
  const replaced = start.kind === 'rotate' && previous ? [...before, previous.publicKey] : before
  return {
    dkgId,
    epoch: start.epoch,
    threshold: start.threshold,
    publicKey: publicKey.toHex(),
    members: members.map(({ member, number, point }) => ({
      id: member?.id ?? '',
      key: member?.key ?? '',
      number,
      verifyingShare: point.toHex(),
    })),
    ...(replaced.length > 0 ? { replaced } : {}),
  }
}

export function verifyingShareOf(key: GroupKey | undefined, number: number): Point {
  const member = key?.members.find((one) => one.number === number)
  if (!member) throw new Error(`member ${number} does not hold a share of this key`)
  return readPoint(member.verifyingShare)
}

const numbersOf = (members: readonly { number: number }[]): readonly number[] => members.map(({ number }) => number)
