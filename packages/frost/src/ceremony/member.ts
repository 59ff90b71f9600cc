/** A member's side of a ceremony: its next record, and its share at the end. */
import { bytesToHex } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import { publicPoint, Scalars, scalarFromBytes, sumOfScalars } from '../group/group.ts'
import { scalarFromSeed } from '../group/hashing.ts'
import { evaluate } from '../group/polynomials.ts'
import { groupKeyDigest } from '../group-key.ts'
import { MAX_REASON } from '../limits.ts'
import { proveEquality } from '../proofs/equality.ts'
import { proveKnowledge } from '../proofs/knowledge.ts'
import { encodeRecord, type Sign, signRecord } from '../records/encoding.ts'
import type { CeremonyRecord, Complaint, Unsigned } from '../records/schema.ts'
import { deltasOf } from '../shares/repair.ts'
import { openShare, sealShare } from '../shares/sealing.ts'
import { type Ceremony, speakersOf, type TopicMessage } from './ceremony.ts'
import {
  commitmentsOf,
  confirmingOf,
  dealersOf,
  dealtPoint,
  isNew,
  receiversOf,
  verifyingShareOf,
  weightOf,
} from './plans.ts'
import { claimContext, contextOf, contextText } from './rules.ts'
import { activeOf, dealsOf, type Round, type State } from './state.ts'

export interface MemberOptions {
  number: number
  /**
   * 32 random bytes for this ceremony only. They are stored encrypted until the ceremony ends, and then erased. All the
   * member's secrets are derived from them, so that a restarted member writes the same records.
   */
  seed: Uint8Array
  /**
   * The secret that the member deals, 32 bytes, little-endian: its present share, or the scalar of the key that is
   * split.
   */
  share?: Uint8Array | undefined
  sign: Sign
}

export interface CeremonyMember {
  readonly number: number
  /**
   * The record that the member should write now; undefined if it has to wait for others. Writing a record twice is
   * harmless.
   * @param now nanoseconds since the epoch
   */
  next(now: bigint): Promise<Uint8Array | undefined>
  /** The member's share of the key, 32 bytes, once all have confirmed the key. @throws FrostError `NO_SHARE` */
  share(): Uint8Array
  /** For phase `prove`: the record with the new key's signature of `testMessage` with this nonce. */
  proven(nonce: string, made: Uint8Array): Promise<Uint8Array>
}

/** Members write the tick that ends a phase one after the other, so that not all of them write one. */
const TICK_STEP_NS = 2_000_000_000n

export function createMember({ state }: Pick<Ceremony, 'state'>, options: MemberOptions): CeremonyMember {
  const me = { ...options, state, ...secretsOf(state, options) }
  const signed = async (record: Unsigned<CeremonyRecord>): Promise<Uint8Array> =>
    encodeRecord(await signRecord<CeremonyRecord>(record, options.sign))
  return {
    number: options.number,
    async next(now) {
      const record = recordFor(me, now)
      return record && signed(record)
    },
    proven: (nonce, made) => signed({ ...headOf(me), type: 'proven', nonce, made: bytesToHex(made) }),
    share() {
      const isConfirmed = state.phase === 'prove' || state.phase === 'done'
      const isHolder = isConfirmed && state.result?.members.some(({ number }) => number === options.number)
      if (!isHolder || !confirmingOf(state).includes(options.number))
        throw new FrostError('NO_SHARE', `Member ${options.number} has no share of ${state.dkgId}`)
      return Scalars.toBytes(shareOf(me))
    },
  }
}

/** The record that says that a member takes no part in the ceremony that this message starts, and why. */
export async function refusalRecord(
  { bytes, consensusTimestamp }: Pick<TopicMessage, 'bytes' | 'consensusTimestamp'>,
  { number, reason, sign }: { number: number; reason: string; sign: Sign },
): Promise<Uint8Array> {
  const ceremony = bytesToHex(contextOf(bytes, consensusTimestamp))
  const record = { frost: 1, type: 'refuse', ceremony, from: number, reason: reason.slice(0, MAX_REASON) } as const
  return encodeRecord(await signRecord<CeremonyRecord>(record, sign))
}

interface Secrets {
  receiving: bigint
  sealing: bigint
  /** The coefficients of the polynomial that the member deals, or in a repair the deltas. Empty if it deals nothing. */
  coefficients: readonly bigint[]
}
type Me = MemberOptions & Secrets & { state: State }

function secretsOf(state: State, { number, seed, share }: MemberOptions): Secrets {
  if (seed.length !== 32) throw new FrostError('SEED_INVALID', 'The seed of a ceremony must have 32 bytes')
  const scalar = (purpose: string): bigint => scalarFromSeed(seed, state.context, purpose)
  return {
    receiving: scalar('receiving'),
    sealing: scalar('sealing'),
    coefficients: dealersOf(state).includes(number) ? coefficientsOf(state, number, share, scalar) : [],
  }
}

function coefficientsOf(
  { start }: State,
  number: number,
  share: Uint8Array | undefined,
  scalar: (purpose: string) => bigint,
): readonly bigint[] {
  const { kind, threshold, helpers = [], repaired = 0 } = start
  const randoms = (from: number): bigint[] =>
    Array.from({ length: threshold - from }, (_, index) => scalar(`coefficient ${index + from}`))
  if (isNew(kind)) return randoms(0)
  if (kind === 'refresh') return [0n, ...randoms(1)]
  if (!share) throw new FrostError('NO_SHARE', `Member ${number} has nothing to deal in a ${kind}`)
  const constant = scalarFromBytes(share)
  return kind === 'repair' ? deltasOf(constant, { number, helpers, repaired }, randoms(1)) : [constant, ...randoms(1)]
}

function recordFor(me: Me, now: bigint): Unsigned<CeremonyRecord> | undefined {
  const { state, number } = me
  const head = headOf(me)
  if (state.phase === 'done' || state.phase === 'failed') return undefined
  const parties = activeOf(state, [...state.parties.keys()])
  const rank = BigInt(parties.indexOf(number))
  if (rank < 0n) return undefined
  if (now > state.deadline + rank * TICK_STEP_NS) return { ...head, type: 'tick' }
  if (!speakersOf(state).includes(number) || state.spoken.has(number) || state.phase === 'prove') return undefined
  const round: Round = state.phase === 'give' || state.phase === 'check' ? 2 : 1
  if (state.phase === 'commit') return { ...head, type: 'commit', ...commitOf(me) }
  if (state.phase === 'confirm') return { ...head, type: 'confirm', ...confirmationOf(me) }
  if (state.phase === 'deal' || state.phase === 'give')
    return { ...head, type: 'deal', round, shares: sharesOf(me, round) }
  return { ...head, type: 'verdict', round, complaints: complaintsOf(me, round) }
}

const headOf = ({ state, number }: Me) => ({ frost: 1 as const, ceremony: contextText(state), from: number })

function commitOf(me: Me) {
  const { state, number, seed, receiving, sealing, coefficients } = me
  const isReceiver = ([1, 2] as const).some((round) => receiversOf(state, round).includes(number))
  const received = isReceiver ? { receiving: publicPoint(receiving).toHex() } : {}
  if (coefficients.length === 0) return received
  const prove = (purpose: 'part' | 'sealing', secret: bigint): string =>
    proveKnowledge(
      { number, context: claimContext(state.context, purpose) },
      secret,
      scalarFromSeed(seed, state.context, `nonce of ${purpose}`),
    )
  const dealt = coefficients.slice(coefficients.length - commitmentsOf(state.start))
  return {
    ...received,
    sealing: publicPoint(sealing).toHex(),
    sealingProof: prove('sealing', sealing),
    commitments: dealt.map((coefficient) => publicPoint(coefficient).toHex()),
    ...(isNew(state.start.kind) ? { proof: prove('part', coefficients[0] ?? 0n) } : {}),
  }
}

function sharesOf(me: Me, round: Round): { to: number; sealed: string }[] {
  const { state, number: dealer, sealing } = me
  const receivers = state.receivers.filter((number) => number !== dealer)
  return receivers.map((receiver) => {
    const key = state.commits.get(receiver)?.receiving
    if (!key) throw new Error(`${receiver} has not committed`)
    const place = { context: state.context, round, dealer, receiver }
    return { to: receiver, sealed: sealShare(place, key.multiply(sealing), ownDealt(me, round, receiver)) }
  })
}

/** The share that this member deals to `receiver`. */
function ownDealt(me: Me, round: Round, receiver: number): bigint {
  const { state, coefficients } = me
  const { kind, helpers = [] } = state.start
  if (kind !== 'repair') return evaluate(coefficients, receiver)
  if (round === 1) return coefficients[helpers.indexOf(receiver)] ?? 0n
  return sumOfScalars(helpers.map((helper) => received(me, 1, helper)))
}

/** The share that `dealer` dealt to this member. It has been verified already. */
function received(me: Me, round: Round, dealer: number): bigint {
  if (dealer === me.number) return ownDealt(me, round, me.number)
  const share = opened(me, round, dealer)
  if (share === undefined) throw new Error(`the share from ${dealer} cannot be opened`)
  return share
}

function opened({ state, number, receiving }: Me, round: Round, dealer: number): bigint | undefined {
  const sealed = dealsOf(state, round).get(dealer)?.get(number)
  const key = state.commits.get(dealer)?.sealing
  if (sealed === undefined || !key) return undefined
  return openShare({ context: state.context, round, dealer, receiver: number }, key.multiply(receiving), sealed)
}

function complaintsOf(me: Me, round: Round): Complaint[] {
  const { state, number } = me
  // Includes dealers whom others have just proved to cheat, so that the record stays the same while it is being
  // written.
  const dealers = [...dealsOf(state, round).keys()].filter((dealer) => dealer !== number)
  return dealers
    .sort((one, other) => one - other)
    .filter((dealer) => {
      const share = opened(me, round, dealer)
      return share === undefined || !publicPoint(share).equals(dealtPoint(state, round, dealer, number))
    })
    .map((dealer) => complaintAbout(me, round, dealer))
}

/**
 * The nonce depends on everything in the proof, because the same nonce must never be used with another dealer's key.
 */
function complaintAbout({ state, seed, receiving }: Me, round: Round, dealer: number): Complaint {
  const { context } = state
  const other = state.commits.get(dealer)?.sealing
  if (!other) throw new Error(`${dealer} has not committed`)
  const claim = { context, key: publicPoint(receiving), other, shared: other.multiply(receiving) }
  const nonce = scalarFromSeed(seed, context, `nonce of complaint ${round} ${dealer} ${other.toHex()}`)
  return { dealer, shared: claim.shared.toHex(), proof: proveEquality(claim, receiving, nonce) }
}

function confirmationOf(me: Me): { result: string; proof: string } {
  const { state, number, seed } = me
  if (!state.result) throw new Error('there is no key to confirm')
  const share = shareOf(me)
  if (!publicPoint(share).equals(verifyingShareOf(state.result, number)))
    throw new FrostError('NO_SHARE', `Member ${number} has computed a share that is not its own`)
  const result = groupKeyDigest(state.result)
  const context = claimContext(state.context, 'share', result)
  const nonce = scalarFromSeed(seed, state.context, `nonce of share ${result}`)
  return { result, proof: proveKnowledge({ number, context }, share, nonce) }
}

/** The member's new share: the sum of the shares from the dealers that count, in a refresh plus its old share. */
function shareOf(me: Me): bigint {
  const { state } = me
  const { kind } = state.start
  const round: Round = kind === 'repair' ? 2 : 1
  const sum = sumOfScalars(
    state.qualified.map((dealer) => Scalars.mul(received(me, round, dealer), weightOf(state, dealer))),
  )
  if (kind !== 'refresh') return sum
  if (!me.share) throw new FrostError('NO_SHARE', `Member ${me.number} has no share to refresh`)
  return Scalars.add(scalarFromBytes(me.share), sum)
}
