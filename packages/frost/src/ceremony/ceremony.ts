/**
 * A ceremony is a state machine that reads a consensus topic. It has no clock and no randomness: everyone who applies
 * the same messages in the same order gets the same members, faults and key.
 */
import { FrostError } from '../error.ts'
import type { GroupKey } from '../group-key.ts'
import { decodeRecord, isSigned, type VerifySignature } from '../records/encoding.ts'
import type { CeremonyRecord, Deal, Kind, Start, Verdict } from '../records/schema.ts'
import { confirmingOf, dealersOf, leastDealers, receiversOf, resultOf } from './plans.ts'
import { contextOf, contextText, isConfirmed, isProved, isSignedTest, readCommit, readDeal } from './rules.ts'
import { checkStart, partiesOf } from './start.ts'
import { activeOf, dealsOf, type Fault, type Phase, type Round, type State } from './state.ts'

/** A message of a consensus topic, joined from its chunks. Times have the form `1764000000.000000001`. */
export interface TopicMessage {
  bytes: Uint8Array
  /** When its first chunk reached consensus. This identifies the message. */
  consensusTimestamp: string
  /** When its last chunk reached consensus. Messages count in this order, since their text was not final before. */
  completedAt: string
}

export interface CeremonyOptions {
  /** The start record must be for this chain and topic. */
  chain: string
  topic: string
  /** The shared key that the ceremony changes. */
  previous?: GroupKey | undefined
  verify: VerifySignature
}

export interface Status {
  dkgId: string
  kind: Kind
  epoch: number
  threshold: number
  phase: Phase
  /** The end of the phase, in nanoseconds of consensus time. */
  deadline: bigint
  /** The ids of the members whose records the phase still waits for. */
  missing: readonly string[]
  /** The members that were excluded, and why. */
  out: readonly { number: number; id: string; fault: Fault; reason?: string }[]
  /** Why a failed ceremony failed. */
  failure: string | undefined
  /** In phase `prove`: the shared key that has to sign a test message before the ceremony is done. */
  candidate: GroupKey | undefined
  /** The shared key, once the ceremony is done. Its members are those that confirmed it. */
  key: GroupKey | undefined
}

export interface Ceremony {
  /** Applies a message. Returns whether it was a record that counts; other messages change nothing. */
  apply(message: TopicMessage): boolean
  status(): Status
  /** For functions of this package only. */
  readonly state: State
}

/**
 * @param first the message with the start
 * @throws FrostError `START_INVALID`
 */
export function openCeremony(first: TopicMessage, options: CeremonyOptions): Ceremony {
  const state = openState(first, options)
  let last = nanoseconds(first.completedAt)
  return {
    state,
    apply({ bytes, completedAt }) {
      const at = nanoseconds(completedAt)
      if (at <= last) return false
      last = at
      if (state.phase === 'done' || state.phase === 'failed') return false
      const record = decodeRecord(bytes)
      if (!record || record.type === 'start' || record.ceremony !== contextText(state)) return false
      const party = state.parties.get(record.from)
      if (!party || !isSigned(record, party.key, options.verify)) return false
      return applyRecord(state, record, at)
    },
    status: () => statusOf(state),
  }
}

/** Converts `1764000000.000000001` to nanoseconds. */
export function nanoseconds(timestamp: string): bigint {
  const [, seconds, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(timestamp) ?? []
  if (seconds === undefined) throw new FrostError('TIMESTAMP_INVALID', `"${timestamp.slice(0, 40)}" is not a timestamp`)
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
}

function openState(first: TopicMessage, { chain, topic, previous, verify }: CeremonyOptions): State {
  const { bytes, consensusTimestamp, completedAt } = first
  const start = decodeRecord(bytes)
  if (start?.type !== 'start') throw new FrostError('START_INVALID', 'This is not the start of a ceremony')
  if (start.chain !== chain || start.topic !== topic)
    throw new FrostError('START_INVALID', `This ceremony is for the topic ${start.topic} on ${start.chain}`)
  checkStart(start, previous)
  const parties = partiesOf(start, previous)
  const starter = parties.get(start.from)
  if (!starter || !isSigned(start, starter.key, verify))
    throw new FrostError('START_INVALID', 'The start is not signed by a party to the ceremony')
  return {
    start,
    previous,
    context: contextOf(bytes, consensusTimestamp),
    dkgId: `${topic}@${consensusTimestamp}`,
    parties,
    phase: 'commit',
    deadline: nanoseconds(completedAt) + phaseLength(start),
    faults: new Map(),
    reasons: new Map(),
    commits: new Map(),
    receivers: [],
    deals: [new Map(), new Map()],
    spoken: new Set(),
    qualified: [],
    result: undefined,
    isProven: false,
    failure: undefined,
  }
}

const phaseLength = ({ phaseSeconds }: { phaseSeconds: number }): bigint => BigInt(phaseSeconds) * 1_000_000_000n

function applyRecord(state: State, record: CeremonyRecord, at: bigint): boolean {
  const hadEnded = at > state.deadline
  if (hadEnded) endPhase(state, at)
  const counts = speakersOf(state).includes(record.from) && !state.spoken.has(record.from) && speak(state, record)
  if (counts) {
    state.spoken.add(record.from)
    if (missingIn(state).length === 0) endPhase(state, at)
  }
  return counts || hadEnded
}

/** The members whose records the phase waits for, without excluded ones. */
export function speakersOf(state: State): readonly number[] {
  const numbers: Record<Phase, () => readonly number[]> = {
    commit: () => [...state.parties.keys()].filter((number) => takesPart(state, number)),
    deal: () => dealersOf(state),
    judge: () => receiversOf(state, 1),
    give: () => dealersOf(state),
    check: () => receiversOf(state, 2),
    confirm: () => confirmingOf(state),
    prove: () => confirmingOf(state),
    done: () => [],
    failed: () => [],
  }
  return activeOf(state, numbers[state.phase]())
}

const takesPart = (state: State, number: number): boolean =>
  [dealersOf(state), receiversOf(state, 1), receiversOf(state, 2)].some((numbers) => numbers.includes(number))

/** In phase `prove`, a test signature from any member is enough. */
const missingIn = (state: State): readonly number[] =>
  state.phase === 'prove' ? [] : speakersOf(state).filter((number) => !state.spoken.has(number))

/** Applies a record; returns false if it does not belong to this phase. */
function speak(state: State, record: CeremonyRecord): boolean {
  const { phase } = state
  const blame = (number: number, fault: Fault): void =>
    void (state.faults.has(number) || state.faults.set(number, fault))
  if (record.type === 'commit' && phase === 'commit') {
    const committed = readCommit(state, record)
    if (typeof committed === 'string') blame(record.from, committed)
    else state.commits.set(record.from, committed)
    return true
  }
  if (record.type === 'refuse' && phase === 'commit') {
    blame(record.from, 'REFUSED')
    state.reasons.set(record.from, record.reason)
    return true
  }
  if (record.type === 'deal' && phase === (record.round === 1 ? 'deal' : 'give')) {
    deal(state, record, blame)
    return true
  }
  if (record.type === 'verdict' && phase === (record.round === 1 ? 'judge' : 'check')) {
    judge(state, record, blame)
    return true
  }
  if (record.type === 'confirm' && phase === 'confirm') {
    if (!state.result || !isConfirmed(state, state.result, record)) blame(record.from, 'WRONG_CONFIRMATION')
    return true
  }
  if (record.type === 'proven' && phase === 'prove') {
    // An invalid signature does not count. Its sender is not blamed, because other members may have sent it invalid
    // shares.
    state.isProven = state.result !== undefined && isSignedTest(state.result, record)
    return state.isProven
  }
  return false
}

type Blame = (number: number, fault: Fault) => void

function deal(state: State, record: Deal, blame: Blame): void {
  const shares = readDeal(state, record)
  if (typeof shares === 'string') blame(record.from, shares)
  else dealsOf(state, record.round as Round).set(record.from, shares)
}

/** All complaints of a record are judged: the true ones count even if another one is false. */
function judge(state: State, { from, round, complaints }: Verdict, blame: Blame): void {
  for (const complaint of complaints) {
    if (isProved(state, round as Round, from, complaint)) blame(complaint.dealer, 'WRONG_SHARE')
    else blame(from, 'FALSE_COMPLAINT')
  }
}

function endPhase(state: State, at: bigint): void {
  for (const number of missingIn(state)) state.faults.set(number, 'SILENT')
  state.failure = problemIn(state)
  state.phase = state.failure === undefined ? phaseAfter(state) : 'failed'
  state.spoken.clear()
  state.deadline = at + phaseLength(state.start)
  if (state.phase === 'deal') state.receivers = activeOf(state, receiversOf(state, 1))
  if (state.phase === 'give') state.receivers = activeOf(state, receiversOf(state, 2))
  if (state.phase === 'confirm') state.qualified = activeOf(state, dealersOf(state))
  if (state.phase === 'confirm' || state.phase === 'prove' || state.phase === 'done') settle(state)
}

/**
 * Computes the result among the remaining members. If a member is excluded in phase `confirm` or later, its dealt part
 * still counts.
 */
function settle(state: State): void {
  state.result = resultOf(state)
  if (state.result) return
  state.phase = 'failed'
  state.failure = 'the shares do not combine to a usable key'
}

function phaseAfter({ phase, start }: State): Phase {
  const phases = phasesOf(start)
  return phases[phases.indexOf(phase) + 1] ?? 'done'
}

/**
 * Before new shares replace old ones, they must sign a test message, because the old shares are erased afterwards.
 * Without this test, the members could end up with shares that cannot sign.
 */
function phasesOf({ kind }: Start): readonly Phase[] {
  const repairing: Phase[] = kind === 'repair' ? ['give', 'check'] : []
  const proving: Phase[] = kind === 'reshare' || kind === 'refresh' || kind === 'rotate' ? ['prove'] : []
  return ['commit', 'deal', 'judge', ...repairing, 'confirm', ...proving, 'done']
}

/**
 * The least number of members that must have shares at the end. If the old group could sign with one member missing, so
 * must a new group that excludes silent or refusing members. Otherwise a dishonest member could get others excluded
 * while they are away, until nobody could sign without it.
 */
function leastHolders(state: State): number {
  const { start, previous, faults } = state
  const { kind, threshold, members } = start
  if (kind === 'repair') return 1
  const couldFail = previous !== undefined && previous.members.length > previous.threshold && members.length > threshold
  const isLeftOut = confirmingOf(state).some((number) => ['SILENT', 'REFUSED'].includes(faults.get(number) ?? ''))
  return couldFail && isLeftOut ? threshold + 1 : threshold
}

/** Why the ceremony cannot continue with the remaining members; undefined if it can. */
function problemIn(state: State): string | undefined {
  if (state.phase === 'prove') return state.isProven ? undefined : 'the new shares have not signed a test message'
  const dealers = activeOf(state, dealersOf(state)).length
  if (state.phase !== 'confirm' && dealers < leastDealers(state))
    return `${dealers} members can deal shares, but ${leastDealers(state)} are needed`
  const holders = activeOf(state, confirmingOf(state)).length
  const least = leastHolders(state)
  return holders < least ? `${holders} members can have shares, but ${least} are needed` : undefined
}

function statusOf(state: State): Status {
  const { dkgId, start, phase, deadline, faults, reasons, failure } = state
  return {
    dkgId,
    kind: start.kind,
    epoch: start.epoch,
    threshold: start.threshold,
    phase,
    deadline,
    missing: missingIn(state).map((number) => state.parties.get(number)?.id ?? ''),
    out: [...faults].map(([number, fault]) => {
      const reason = reasons.get(number)
      const id = state.parties.get(number)?.id ?? ''
      return { number, id, fault, ...(reason === undefined ? {} : { reason }) }
    }),
    failure,
    candidate: phase === 'prove' ? state.result : undefined,
    key: phase === 'done' ? state.result : undefined,
  }
}
