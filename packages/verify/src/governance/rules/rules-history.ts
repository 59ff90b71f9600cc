/** Follows a DAO's rules, record by record, along its topic. */
import { canonicalJson } from '../../records/canonical-json.ts'
import { endedAreas } from '../records/areas.ts'
import { proposalHash } from '../records/proposal-hash.ts'
import type {
  DaoRecord,
  DecisionRecord,
  DelegationRecord,
  GovernanceRecord,
  MembershipRecord,
  ProposalRecord,
  RecordedRules,
  RulesRecord,
  VetoRecord,
} from '../records/records.ts'
import { CLOCKS_MS, LATE_MS } from '../records/times.ts'
import { executableAt, isVetoed, type Placed } from '../vetoes.ts'
import { changedRules, changeIn, checkRules, type RulesChange } from './rule-changes.ts'
import { refusalOf } from './rules.ts'

/** A DAO's rules, in force from one record on. */
export interface RulesInForce {
  /** 1 for the rules in the DAO's record. */
  number: number
  votingRules: RecordedRules
  /** The proposal that decided them. */
  decidedBy?: string | undefined
  /** The account that changed them without a proposal. */
  emergency?: string | undefined
}

/** A change of the rules by an account that they name. Its signature is not verified yet. */
export interface ChangeAtOnce {
  record: RulesRecord & { emergency: NonNullable<RulesRecord['emergency']> }
  /** When the record had fully reached the ledger, in milliseconds. */
  anchoredAt: number
}

/** A veto that stopped a change of the rules, and the hash of the proposal. Its signature is not verified yet. */
export interface VetoOfChange extends Placed<VetoRecord> {
  proposalHash: string
}

interface DecidedChange {
  change: RulesChange
  decision: Placed<DecisionRecord>
  /** When it may be carried out, in milliseconds. */
  from: number
  /** After this time, in milliseconds, it is no longer carried out. */
  validUntil: number
  isCarriedOut: boolean
  isStopped: boolean
  /** Whether it was already reported as late. */
  isLate: boolean
}

/** The change of the rules that a proposal's record contains. */
interface ProposedChange extends Repeated {
  hash: string
  endTime: string
}

/** The fields that a decision on a change repeats from its proposal. */
interface Repeated extends Pick<ProposalRecord, 'daoId' | 'proposalData'> {
  validUntil?: string | undefined
  executionDelay?: number | undefined
  veto?: string | undefined
  optimistic?: true | undefined
}

/** When something happened to a record on the ledger, in milliseconds. */
export interface RecordTimes {
  begunAt: number
  completedAt: number
}

export class RulesHistory {
  /** Undefined before the DAO's record. */
  current: RulesInForce | undefined
  /** All changes so far, without the first rules. */
  readonly changes: Omit<RulesInForce, 'votingRules'>[] = []
  readonly atOnce: ChangeAtOnce[] = []
  readonly vetoes: VetoOfChange[] = []
  /** Changes that were carried out or lapsed so late that the service may have chosen their position on the topic. */
  readonly late: string[] = []
  readonly #proposed = new Map<string, ProposedChange>()
  #owner = ''
  #createdAt = ''
  #hasProposal = false
  readonly #members = new Set<string>()
  readonly #decided = new Map<string, DecidedChange>()

  /** Adds the next record of the topic. Returns what is wrong with it. */
  add(record: GovernanceRecord, times: RecordTimes): string[] {
    if (record.type === 'dao') this.#found(record)
    if (record.type === 'proposal') return this.#propose(record)
    if (record.type === 'decision') return this.#decide(record, times)
    if (record.type === 'veto') this.#stop({ record, completedAt: times.completedAt })
    if (record.type === 'membership') return this.#join(record)
    if (record.type === 'delegation' && this.current) return delegationFaults(record, this.current)
    return record.type === 'rules' ? this.#change(record, times) : []
  }

  /**
   * Changes that were decided long before this time, in milliseconds, but are in no record: `missing` may still be
   * carried out, `lapsed` may not.
   */
  overdueAt(time: number): { missing: string[]; lapsed: string[] } {
    const due = this.#dueAt(time)
    const texts = (isLapsed: boolean) =>
      due
        .filter(([, { validUntil }]) => validUntil < time === isLapsed)
        .map(([id]) => `the proposal ${id} has changed the rules, but the topic has no record of that`)
    return { missing: texts(false), lapsed: texts(true) }
  }

  /** The proposals that changed members long before this time, in milliseconds, although no record says so. */
  membersDueAt(time: number): string[] {
    return this.#dueAt(time).flatMap(([proposalId, { change }]) => (change.members ? [proposalId] : []))
  }

  /**
   * The changes that should have been carried out by then. A change that no longer fits the current rules is not
   * carried out.
   */
  #dueAt(time: number): [string, DecidedChange][] {
    const { current } = this
    if (!current) return []
    return [...this.#decided].filter(
      ([, { change, from, validUntil, isCarriedOut, isStopped }]) =>
        !isCarriedOut &&
        !isStopped &&
        from + LATE_MS < Math.min(time, validUntil) &&
        refusalOf(() => changedRules(current.votingRules, change.rules ?? {})) === undefined,
    )
  }

  #found({ ownerAddress, votingRules, createdAt }: DaoRecord): void {
    if (this.current) return
    this.current = { number: 1, votingRules }
    this.#owner = ownerAddress
    this.#createdAt = createdAt
    this.#members.add(ownerAddress)
  }

  #decide(decision: DecisionRecord, { begunAt, completedAt }: RecordTimes): string[] {
    const change = changeOf(decision)
    const { proposalId, validUntil } = decision
    if (!change || this.#decided.has(proposalId)) return []
    this.#decided.set(proposalId, {
      change,
      decision: { record: decision, completedAt },
      from: executableAt(decision, completedAt),
      validUntil: validUntil === undefined ? Number.POSITIVE_INFINITY : Number(validUntil) * 1000,
      isCarriedOut: false,
      isStopped: false,
      isLate: false,
    })
    const proposed = this.#proposed.get(proposalId)
    if (!proposed) return [`the proposal ${proposalId} has changed the rules, but no record on the topic proposes it`]
    const early = begunAt < Date.parse(proposed.endTime) - CLOCKS_MS
    return [
      ...(early ? [`the proposal ${proposalId}, which changes the rules, was decided before its end`] : []),
      ...(told(decision) === told(proposed)
        ? []
        : [
            `the decision on the proposal ${proposalId}, which changes the rules, says something else than the proposal`,
          ]),
    ]
  }

  #propose(proposal: ProposalRecord): string[] {
    this.#hasProposal = true
    const { proposalId, daoId, proposalData, validUntil, endTime, votingRules, optimistic } = proposal
    if (!changeIn(proposalData) || this.#proposed.has(proposalId)) return []
    const { executionDelay, veto } = votingRules
    const hash = proposalHash(proposal)
    const proposed = { daoId, proposalData, validUntil, endTime, executionDelay, veto, optimistic, hash }
    this.#proposed.set(proposalId, proposed)
    return this.current && canonicalJson(this.current.votingRules) !== canonicalJson(votingRules)
      ? [`the proposal ${proposalId}, which changes the rules, is voted on by rules other than the DAO's`]
      : []
  }

  #stop(veto: Placed<VetoRecord>): void {
    const { proposalId } = veto.record
    const of = this.#decided.get(proposalId)
    if (!of || of.isStopped || !isVetoed(of.decision, veto)) return
    of.isStopped = true
    this.vetoes.push({ ...veto, proposalHash: this.#proposed.get(proposalId)?.hash ?? '' })
  }

  #join({ changes }: MembershipRecord): string[] {
    for (const { account, change } of changes)
      if (change === 'added') this.#members.add(account)
      else this.#members.delete(account)
    // The DAO's first members are on the topic before its first proposal.
    const isFounding =
      !this.#hasProposal && changes.every((one) => one.change === 'added' && one.changedAt === this.#createdAt)
    return this.current?.votingRules.membersByProposal && !isFounding
      ? ["a membership record changes the members, which only proposals may do by the DAO's rules"]
      : []
  }

  #change(record: RulesRecord, { begunAt, completedAt }: RecordTimes): string[] {
    const { number, votingRules, decidedBy, emergency } = record
    const { current } = this
    if (!current) return ['a rules record comes before any dao record']
    // The service could choose the order of two changes.
    for (const [proposalId, of] of this.#dueAt(begunAt)) {
      if (proposalId === decidedBy || of.isLate) continue
      of.isLate = true
      this.late.push(
        `the rules ${number} came before the change of the proposal ${proposalId}, which was due at ${new Date(of.from).toISOString()}`,
      )
    }
    const faults = number === current.number + 1 ? [] : [`the rules ${number} follow the rules ${current.number}`]
    if ((decidedBy === undefined) === (emergency === undefined))
      faults.push(`the rules ${number} must name either a proposal or an account that changed them`)
    else if (decidedBy !== undefined) faults.push(...this.#byProposal(record, decidedBy, current, begunAt))
    else faults.push(...this.#atOnce(record, current, completedAt))
    faults.push(...endFaults(record, current))
    this.current = { number, votingRules, decidedBy, emergency: emergency?.account }
    this.changes.push({ number, decidedBy, emergency: emergency?.account })
    return faults
  }

  #byProposal(record: RulesRecord, proposalId: string, current: RulesInForce, begunAt: number): string[] {
    const { number, votingRules, changedAt } = record
    const of = this.#decided.get(proposalId)
    if (!of) return [`the rules ${number} name the proposal ${proposalId}, which has passed no change of them`]
    if (of.isCarriedOut) return [`the rules ${number} name the proposal ${proposalId} for a second time`]
    of.isCarriedOut = true
    const faults = this.#moveMembers(record, of.change)
    if (of.isStopped) faults.push(`the rules ${number} were changed by the proposal ${proposalId}, which was vetoed`)
    // The service's clock may be ahead of the ledger's.
    if (Date.parse(changedAt) < of.from - CLOCKS_MS || begunAt < of.from - CLOCKS_MS)
      faults.push(
        `the rules ${number} were changed at ${changedAt}, before the proposal could be carried out at ${new Date(of.from).toISOString()}`,
      )
    if (Date.parse(changedAt) > of.validUntil + CLOCKS_MS || begunAt > of.validUntil + LATE_MS)
      faults.push(
        `the rules ${number} were changed at ${changedAt}, but the proposal was valid until ${new Date(of.validUntil).toISOString()}`,
      )
    let expected: RecordedRules | undefined
    const refusal = refusalOf(() => {
      expected = changedRules(current.votingRules, of.change.rules ?? {})
    })
    if (refusal !== undefined) return [...faults, `the rules ${number} cannot be: ${refusal}`]
    if (canonicalJson(expected) !== canonicalJson(votingRules))
      faults.push(
        `the rules ${number} are ${canonicalJson(votingRules)}: by the proposal ${proposalId} they would be ${canonicalJson(expected)}`,
      )
    return faults
  }

  #moveMembers({ number, members = {} }: RulesRecord, { members: asked = {} }: RulesChange): string[] {
    const { add = [], remove = [] } = members
    const { add: toAdd = [], remove: toRemove = [] } = asked
    const foreign = [...add.filter((one) => !toAdd.includes(one)), ...remove.filter((one) => !toRemove.includes(one))]
    for (const account of add) this.#members.add(account)
    for (const account of remove) this.#members.delete(account)
    // An account that had already joined or left is not in the record. The owner stays.
    const left = [
      ...toAdd.filter((one) => !this.#members.has(one)),
      ...toRemove.filter((one) => one !== this.#owner && this.#members.has(one)),
    ]
    return [
      ...foreign.map((account) => `the rules ${number} move the member ${account}, whom the proposal does not name`),
      ...left.map((account) => `the rules ${number} leave out the member ${account}, whom the proposal moved`),
    ]
  }

  #atOnce(record: RulesRecord, { votingRules: before }: RulesInForce, anchoredAt: number): string[] {
    const { number, votingRules, members, emergency } = record
    if (!emergency) return []
    const { account } = emergency
    this.atOnce.push({ record: { ...record, emergency }, anchoredAt })
    const fixed = (rules: RecordedRules) => canonicalJson([rules.tokenWeighted, rules.tokenId, rules.decimals])
    const refusal = refusalOf(() => checkRules(votingRules))
    return [
      ...(before.emergency === account ? [] : [`${account} changed the rules to ${number}, which it may not`]),
      ...(members ? [`the rules ${number} move members, which only a proposal may do`] : []),
      ...(fixed(before) === fixed(votingRules) ? [] : [`the rules ${number} change what votes weigh`]),
      ...(refusal === undefined ? [] : [`the rules ${number} cannot be: ${refusal}`]),
    ]
  }
}

function delegationFaults({ changes }: DelegationRecord, { votingRules }: RulesInForce): string[] {
  const { delegation, areas = [] } = votingRules
  if (!delegation) return ['the topic has delegations, which the rules of the DAO do not allow']
  return changes.flatMap(({ account, area, number }) =>
    area === undefined || areas.includes(area)
      ? []
      : [`delegation ${number} of ${account} is for the area ${area}, which the rules of the DAO do not name`],
  )
}

/**
 * Rules that allow fewer delegations must end the others. Records of earlier versions have no areas, and end nothing.
 */
function endFaults(
  { number, votingRules, endsDelegations }: RulesRecord,
  { votingRules: before }: RulesInForce,
): string[] {
  const ended = endedAreas(before, votingRules)
  if (endsDelegations && ended === null) return [`the rules ${number} end delegations, which they allow`]
  const isEarlier = before.areas === undefined && votingRules.areas === undefined
  return ended !== null && !endsDelegations && !isEarlier
    ? [`the rules ${number} allow fewer delegations, and do not end the others`]
    : []
}

const told = ({ daoId, proposalData, validUntil, executionDelay, veto, optimistic }: Repeated): string =>
  canonicalJson([daoId, proposalData, validUntil ?? null, executionDelay ?? null, veto ?? null, optimistic ?? null])

/** The change of rules or members that a decision permits. Undefined if it permits none. */
export function changeOf({ status, cancelled, result, proposalData }: DecisionRecord): RulesChange | undefined {
  const isAdopted = status === 'PASSED' && !cancelled && result.winner === 'YES'
  return isAdopted ? changeIn(proposalData) : undefined
}
