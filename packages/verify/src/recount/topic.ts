/** Reads the records about one proposal on a DAO's topic, and checks their order and form. */
import { sameBytes } from '../bytes.ts'
import { unavailable, unprocessable } from '../error.ts'
import { checkOptions } from '../governance/counting/options.ts'
import { endedAreas } from '../governance/records/areas.ts'
import {
  type ClosingRecord,
  type DaoRecord,
  type DecisionRecord,
  type DelegationRecord,
  decodeRecord,
  type ElectorateRecord,
  type GovernanceRecord,
  isSameId,
  type MembershipRecord,
  type ProposalRecord,
  type RulesRecord,
  recordFault,
  type VetoRecord,
  type VotesRecord,
} from '../governance/records/records.ts'
import { CLOCKS_MS, HOUR_MS, LATE_MS } from '../governance/records/times.ts'
import { brokenRules, refusalOf } from '../governance/rules/rules.ts'
import {
  type ChangeAtOnce,
  changeOf,
  RulesHistory,
  type RulesInForce,
  type VetoOfChange,
} from '../governance/rules/rules-history.ts'
import type { Placed } from '../governance/vetoes.ts'
import { isStretched, type TopicMessage, type UnusedChunk } from '../mirror/chunks.ts'
import { type RawTopicMessage, type TopicInfo, TopicTrail } from '../mirror/topic-trail.ts'
import { canonicalBytes, canonicalJson } from '../records/canonical-json.ts'
import { withArticle } from '../values/english.ts'
import { parseJson } from '../values/json.ts'
import type { FindingLists, Findings } from './findings.ts'
import type { RecountMirror } from './mirror.ts'
import { UnexplainedChunks } from './unexplained-chunks.ts'

/** The most topic messages that a recount reads. */
const MAX_MESSAGES = 1_000_000

/** An account that joined or left; times in milliseconds. */
export interface AnchoredChange {
  account: string
  change: 'added' | 'removed'
  /** When the account joined or left, according to the service. */
  changedAt: number
  /** When its record had fully reached the ledger. */
  anchoredAt: number
  /** Whether its record comes before the electorate record. */
  beforeElectorate: boolean
}

/** A member's delegation, or the end of one; times in milliseconds. */
export type AnchoredDelegation = Omit<DelegationRecord['changes'][number], 'changedAt'> &
  Pick<AnchoredChange, 'changedAt' | 'anchoredAt' | 'beforeElectorate'>

/** New rules that ended the delegations in these areas, or all delegations. */
export interface DelegationEnd {
  areas: 'all' | readonly string[]
  /** The number of delegations before it on the topic. */
  after: number
  /** When the rules changed, according to the service, in milliseconds. */
  changedAt: number
}

export interface Anchored {
  dao?: DaoRecord
  /** Changes of members in the order of the topic, up to the decision. */
  changes: AnchoredChange[]
  /** Delegations in the order of the topic, up to the decision. */
  delegations: AnchoredDelegation[]
  /** Changes of the rules that ended delegations, up to the decision. */
  delegationEnds: DelegationEnd[]
  proposal?: ProposalRecord
  closing?: ClosingRecord
  electorate?: ElectorateRecord
  decision?: DecisionRecord
  /** The DAO's rules when the proposal reached the topic; undefined if the DAO's record did not come before it. */
  rules?: RulesInForce
  /** The changes of the rules before the proposal. `atOnce` has those that an account made without a proposal. */
  rulesChanges: Omit<RulesInForce, 'votingRules'>[]
  atOnce: ChangeAtOnce[]
  /** The vetoes that stopped changes before the proposal, or before the electorate record. */
  vetoesOfChanges: VetoOfChange[]
  /** The first veto against the proposal. */
  veto?: Placed<VetoRecord>
  /**
   * Batches by number, in the order of the topic; `anchoredAt` is when the batch had fully reached the ledger, in
   * milliseconds.
   */
  batches: Map<number, VotesRecord & { anchoredAt: number }>
  publishers: Set<string>
  /**
   * Messages in several chunks, plus chunks that are in no record and are only noted, not reported as a difference. Any
   * of them could hide a record that is itself in chunks.
   */
  chunked: number
  /** When the proposal had fully reached the ledger, in milliseconds. */
  proposedAt: number
  /**
   * The beginning of the run of publishers' records that contains the proposal, in milliseconds. A run has no pause
   * longer than `QUEUE_GAP_MS`.
   */
  busySince: number
  /** When the DAO's record had fully reached the ledger, in milliseconds. */
  foundedAt: number
  /** The number of changes before the proposal. */
  changesBefore: number
  /** When the electorate record had fully reached the ledger, in milliseconds. */
  electedAt: number | null
  /** When the decision had fully reached the ledger, in milliseconds. */
  decidedAt: number | null
  /** The consensus timestamp that identifies the decision, `seconds.nanos`. */
  decisionTimestamp: string | null
  /** Whether the mirror's messages have the running hash that a consensus node reports. */
  agrees: boolean
  /** Why the mirror alone does not prove that these are all messages; undefined if its running hashes do. */
  unproven: string | undefined
}

/** Messages in a page of the mirror. */
const PAGE = 100
/** The maximum number of publishers that are kept for the report. A correct topic has one. */
const MOST_PUBLISHERS = 20

/** The length of a time between `1970-01-01T00:00:00.000Z` and `9999-...`. */
const TIME_LENGTH = 24

/**
 * Whether a text is a time since 1970 in the form that a Date prints. Times are compared as texts, so they must have
 * one form.
 */
export function isTime(text: string): boolean {
  const time = new Date(text)
  return time.getTime() >= 0 && text.length === TIME_LENGTH && time.toISOString() === text
}

const milliseconds = (timestamp: string): number => Math.floor(Number(timestamp) * 1000)

export interface TopicQuestion {
  chain: string
  topicId: string
  proposalId: string
  maxMessages?: number | undefined
  /** The topic's state before it was read, as a consensus node reported it; null without one. */
  info: TopicInfo | null
  /**
   * How many messages are read. No node confirms messages that came after its answer. Default: all that the mirror
   * shows.
   */
  most?: number | undefined
  /** Called repeatedly with the number of messages read so far; may throw. */
  onMessages?: ((messages: number) => void) | undefined
}

export async function readTopic(
  mirror: Pick<RecountMirror, 'topicMessages'>,
  question: TopicQuestion,
  { faults, late, differences, ambiguities, doubts, notes, setAside }: FindingLists,
): Promise<Anchored & { proposal: ProposalRecord }> {
  const { topicId, proposalId, maxMessages = MAX_MESSAGES, info, most, onMessages } = question
  const anchored: Anchored = {
    changes: [],
    delegations: [],
    delegationEnds: [],
    rulesChanges: [],
    atOnce: [],
    vetoesOfChanges: [],
    batches: new Map(),
    publishers: new Set(),
    chunked: 0,
    foundedAt: 0,
    proposedAt: 0,
    busySince: 0,
    changesBefore: 0,
    electedAt: null,
    decidedAt: null,
    decisionTimestamp: null,
    agrees: false,
    unproven: undefined,
  }
  const trail = new TopicTrail(topicId, info?.sequence)
  let messages = 0
  let lastAt = 0
  let busySince = 0
  const unexplained = new UnexplainedChunks({ differences, ambiguities, doubts, setAside }, (record) =>
    isOf(record, proposalId),
  )
  let lastRecord = 0n
  const rules = new RulesHistory()
  const onRaw = (message: RawTopicMessage) => {
    if (++messages > maxMessages)
      throw unprocessable(
        'TOPIC_TOO_LONG',
        `${topicId} has more than ${maxMessages} messages, the maximum for this recount: set another limit with --most`,
      )
    trail.add(message)
    if (messages % PAGE === 0) onMessages?.(messages)
    if (trail.contradiction === undefined) return
    differences.add(trail.contradiction)
    throw unavailable('MIRROR_INCONSISTENT', `The mirror contradicts itself, use another one: ${trail.contradiction}`)
  }
  const onUnused = (chunk: UnusedChunk) => unexplained.chunk(chunk)
  try {
    for await (const message of mirror.topicMessages(topicId, undefined, { all: true, onRaw, onUnused, most })) {
      const at = milliseconds(message.completedAt)
      const { record, isAny, other = record } = readRecord(message, question, faults)
      // The rules follow from decisions on other proposals, too.
      if (other) followRules(other, { message, rules, anchored, isOwn: other === record }, { faults, late })
      unexplained.joined(message)
      if (!isAny) unexplained.message(message)
      // A service writes chunks one after the other. If a mirror swaps their numbers, the same messages yield another
      // record.
      else if (!message.isInOrder)
        ambiguities.add(
          `the chunks of the message of ${message.payer} at ${message.consensusTimestamp} are on the topic in a different order than their numbers, as the mirror shows them`,
        )
      if (record && anchored.publishers.size < MOST_PUBLISHERS) anchored.publishers.add(message.payer)
      if (isAny && anchored.publishers.has(message.payer)) {
        lastRecord = trail.sequence
        if (at > lastAt + QUEUE_GAP_MS)
          busySince = Math.max(milliseconds(message.consensusTimestamp), at - QUEUE_GAP_MS)
        lastAt = at
      }
      if (message.chunks.length > 1) anchored.chunked++
      if (!record) continue
      if (record.type === 'membership') addChanges(record, at, anchored, faults)
      else if (record.type === 'delegation') addDelegations(record, at, anchored, faults)
      else if (record.type === 'rules') addMoved(record, at, anchored, faults)
      else if (record.type === 'veto') addVeto(record, at, anchored, faults)
      else addRecord(record, { message, busySince }, anchored, { faults, setAside })
    }
  } catch (error) {
    if (info) differences.add('the topic was not read as far as a consensus node has it: nothing of it is confirmed')
    throw error
  }
  anchored.chunked += unexplained.check(anchored.publishers, lastRecord)
  anchored.agrees = checkTrail(trail, question, differences)
  anchored.unproven = trail.unproven
  if (anchored.publishers.size > 1) faults.add(`several accounts wrote records: ${[...anchored.publishers].join(', ')}`)
  if (anchored.dao) checkDao(anchored.dao, anchored, faults)
  if (anchored.proposal) checkRules(anchored.proposal, { ...anchored, topicId }, { faults, late, notes })
  if (anchored.decision && !anchored.decision.cancelled && !anchored.electorate)
    faults.add('it is decided, but there is no electorate record on the topic')
  const { proposal } = anchored
  if (proposal) return { ...anchored, proposal }
  throw unprocessable('NO_SUCH_PROPOSAL', `The topic ${topicId} has no proposal ${proposalId}`)
}

/**
 * Checks that the mirror shows exactly the ledger's messages. If the mirror and a consensus node differ, either may be
 * wrong. Returns whether they agree.
 */
function checkTrail(trail: TopicTrail, { topicId, info }: TopicQuestion, differences: Findings): boolean {
  if (!info) return false
  const { nodeId, exists, sequence, runningHash } = info
  if (!exists) differences.add(`the consensus node ${nodeId} knows no topic ${topicId}`)
  else if (trail.sequence !== sequence)
    differences.add(
      `the consensus node ${nodeId} has ${sequence} messages of ${topicId}: the mirror shows ${trail.sequence}`,
    )
  else if (trail.hashAt && !sameBytes(runningHash, trail.hashAt))
    differences.add(
      `the consensus node ${nodeId} has a running hash that differs from the one of the ${sequence} messages of ${topicId} that the mirror shows`,
    )
  else return trail.hashAt !== undefined
  return false
}

const TYPES: ReadonlySet<unknown> = new Set([
  'dao',
  'membership',
  'delegation',
  'rules',
  'veto',
  'proposal',
  'electorate',
  'votes',
  'closing',
  'decision',
])

/** Whether a record is about this proposal, or about the DAO. */
const isOf = (record: GovernanceRecord, proposalId: string): boolean =>
  !('proposalId' in record) || isSameId(record.proposalId, proposalId)

/**
 * Returns the record in a message if it is about the DAO or the proposal. `isAny` says whether the message is meant to
 * be a record at all. `other` is a valid record about another proposal.
 */
function readRecord(
  message: TopicMessage,
  { chain, proposalId }: TopicQuestion,
  faults: Findings,
): { record?: GovernanceRecord; isAny: boolean; other?: GovernanceRecord } {
  const { bytes, consensusTimestamp, completedAt } = message
  const record = decodeRecord(bytes)
  if (!record) {
    const like = likeRecord(bytes)
    if (like)
      faults.add(
        `the message at ${consensusTimestamp} looks like ${withArticle(like.type)} record, but is not a valid one`,
      )
    return { isAny: like !== undefined }
  }
  // If a name occurs twice in the JSON, parsers may take either value. They could then read different records, perhaps
  // about another proposal.
  if (!sameBytes(canonicalBytes(record), bytes))
    faults.add(`${withArticle(record.type)} record is not canonical JSON: others may read something else in it`)
  if (!isOf(record, proposalId)) {
    const isSound = recordFault(record) === undefined && record.chain === chain && !isStretched(message)
    return isSound ? { isAny: true, other: record } : { isAny: true }
  }
  const { proposalId: of } = record as { proposalId?: string }
  const wrong = recordFault(record)
  if (wrong !== undefined) faults.add(wrong)
  if (of !== undefined && of !== proposalId)
    faults.add(`${withArticle(record.type)} record writes the proposal as ${of}`)
  if (record.chain !== chain) faults.add(`${withArticle(record.type)} record is on ${record.chain}, not on ${chain}`)
  if (isStretched(message))
    faults.add(
      `the chunks of ${withArticle(record.type)} record are further apart than those of one message may be: from ${consensusTimestamp} to ${completedAt}`,
    )
  return { record, isAny: true }
}

/** Returns a value that is meant to be a record, even if it is invalid; otherwise undefined. */
function likeRecord(bytes: Uint8Array): { type: string } | undefined {
  try {
    const value = parseJson(new TextDecoder().decode(bytes)) as { type: string } | null
    return typeof value === 'object' && value !== null && 'quorate' in value && TYPES.has(value.type)
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** Applies a record to the DAO's rules, and keeps the rules that apply to the proposal. */
function followRules(
  record: GovernanceRecord,
  of: { message: TopicMessage; rules: RulesHistory; anchored: Anchored; isOwn: boolean },
  { faults, late }: Pick<FindingLists, 'faults' | 'late'>,
): void {
  const { message, rules, anchored, isOwn } = of
  if (anchored.dao && record.daoId !== anchored.dao.daoId) return
  if (isOwn && record.type === 'proposal' && !anchored.proposal && rules.current) {
    const { changes, atOnce, current, vetoes } = rules
    const before = { rulesChanges: [...changes], atOnce: [...atOnce], vetoesOfChanges: [...vetoes] }
    Object.assign(anchored, { rules: current, ...before })
    const { missing, lapsed } = rules.overdueAt(milliseconds(message.completedAt))
    for (const overdue of missing) faults.add(overdue)
    for (const overdue of [...lapsed, ...rules.late]) late.add(overdue)
  }
  if (isOwn && record.type === 'electorate' && !anchored.electorate && anchored.proposal) {
    // After the proposal, a veto may still have stopped a change of the members.
    anchored.vetoesOfChanges = [...rules.vetoes]
    for (const proposalId of rules.membersDueAt(Date.parse(anchored.proposal.startTime)))
      late.add(`the members that the proposal ${proposalId} moved before the start are not on the topic`)
  }
  const isFound = record.type === 'decision' && changeOf(record) !== undefined
  if (isFound && anchored.publishers.size < MOST_PUBLISHERS) anchored.publishers.add(message.payer)
  const times = {
    begunAt: milliseconds(message.consensusTimestamp),
    completedAt: milliseconds(message.completedAt),
  }
  // Records after the decision cannot change it.
  const before = rules.current
  const wrong = rules.add(record, times)
  if (record.type === 'rules' && before) addEnd(record, before, anchored, faults)
  if (!anchored.decision) for (const fault of wrong) faults.add(fault)
}

/** Adds the end of delegations that new rules no longer allow. */
function addEnd(
  { number, votingRules, endsDelegations, changedAt }: RulesRecord,
  before: RulesInForce,
  { decision, electorate, proposal, delegations, delegationEnds }: Anchored,
  faults: Findings,
): void {
  const areas = endsDelegations && !decision ? endedAreas(before.votingRules, votingRules) : null
  if (areas === null) return
  if (electorate && proposal && changedAt < proposal.startTime)
    faults.add(`the rules ${number} ended delegations before the start, but came after the record of who could vote`)
  delegationEnds.push({ areas, after: delegations.length, changedAt: Date.parse(changedAt) })
}

/** Adds the members who joined or left by a passed proposal. */
function addMoved({ members = {}, ...record }: RulesRecord, at: number, anchored: Anchored, faults: Findings): void {
  const { quorate, chain, daoId, changedAt } = record
  if (anchored.dao?.daoId !== daoId)
    faults.add(`a rules record is for the DAO ${daoId}, not for ${anchored.dao?.daoId ?? 'one before it'}`)
  const { add = [], remove = [] } = members
  const changes = [
    ...add.map((account) => ({ account, change: 'added' as const, changedAt })),
    ...remove.map((account) => ({ account, change: 'removed' as const, changedAt })),
  ]
  addChanges({ quorate, type: 'membership', chain, daoId, changes }, at, anchored, faults)
}

function addVeto(record: VetoRecord, completedAt: number, anchored: Anchored, faults: Findings): void {
  if (!anchored.decision) faults.add('a veto record comes before any decision record')
  if (anchored.veto) faults.add('a second veto record is on the topic')
  anchored.veto ??= { record, completedAt }
}

/** The types of records that occur once for a proposal. */
type OneRecord = Exclude<GovernanceRecord, MembershipRecord | DelegationRecord | RulesRecord | VetoRecord>

function addRecord(
  record: OneRecord,
  { message, busySince }: { message: TopicMessage; busySince: number },
  anchored: Anchored,
  { faults, setAside }: Pick<FindingLists, 'faults' | 'setAside'>,
): void {
  const at = milliseconds(message.completedAt)
  checkOrder(record, anchored, faults)
  if (record.type === 'votes') {
    const next = anchored.batches.size + 1
    if (anchored.batches.has(record.batch)) {
      faults.add(`batch ${record.batch} is on the topic twice`)
      return
    }
    if (record.batch !== next) faults.add(`batch ${record.batch} is on the topic in place of batch ${next}`)
    if (record.last < record.first) faults.add(`batch ${record.batch} has no votes: ${record.first} to ${record.last}`)
    anchored.batches.set(record.batch, { ...record, anchoredAt: at })
    return
  }
  if (record.type === 'decision') checkDecisionTime(record, message, anchored, faults)
  if (record.type === 'closing' && isBeforeEnd(message, anchored)) {
    setAside.add(
      `a closing record came at ${message.consensusTimestamp}, before the end of the voting: it opened nothing`,
    )
    return
  }
  if (record.type === 'closing') checkClosing(record, anchored, faults)
  if (anchored[record.type]) {
    faults.add(`a second ${record.type} record is on the topic`)
    return
  }
  Object.assign(anchored, { [record.type]: record })
  if (record.type === 'dao') anchored.foundedAt = at
  if (record.type === 'proposal')
    Object.assign(anchored, { proposedAt: at, busySince, changesBefore: anchored.changes.length })
  if (record.type === 'electorate') anchored.electedAt = at
  if (record.type === 'decision')
    Object.assign(anchored, { decidedAt: at, decisionTimestamp: message.consensusTimestamp })
}

/**
 * The records that must come before each record. Otherwise, somebody could write a record after learning whom it would
 * favour.
 */
const AFTER = {
  dao: [],
  proposal: ['dao'],
  electorate: ['proposal'],
  votes: ['electorate'],
  closing: ['electorate'],
  decision: ['proposal'],
} as const

function addChanges({ daoId, changes }: MembershipRecord, anchoredAt: number, anchored: Anchored, faults: Findings) {
  if (anchored.dao?.daoId !== daoId)
    faults.add(`a membership record is for the DAO ${daoId}, not for ${anchored.dao?.daoId ?? 'one before it'}`)
  const { dao, proposal, electorate, decision } = anchored
  for (const { account, change, changedAt } of changes) {
    if (!isTime(changedAt)) faults.add(`${account} was ${change} at ${changedAt}, which is not a time`)
    // Changes after the decision are not kept, since there may be any number of records.
    else if (decision) {
      if (dao?.membersAnchored && proposal && electorate && changedAt < proposal.startTime)
        faults.add(`${account} was ${change} before the start, but that came after the decision`)
    } else
      anchored.changes.push({
        account,
        change,
        anchoredAt,
        changedAt: Date.parse(changedAt),
        beforeElectorate: !anchored.electorate,
      })
  }
}

function addDelegations(
  { daoId, changes }: DelegationRecord,
  anchoredAt: number,
  anchored: Anchored,
  faults: Findings,
): void {
  const { dao, proposal, electorate, decision, delegations } = anchored
  if (dao?.daoId !== daoId)
    faults.add(`a delegation record is for the DAO ${daoId}, not for ${dao?.daoId ?? 'one before it'}`)
  for (const { changedAt, ...delegation } of changes) {
    if (!isTime(changedAt)) faults.add(`${delegation.account} delegated at ${changedAt}, which is not a time`)
    // Delegations after the decision are not kept, since there may be any number of records.
    else if (decision) {
      if (proposal && electorate && changedAt < proposal.startTime)
        faults.add(`${delegation.account} delegated before the start, but that came after the decision`)
    } else
      delegations.push({
        ...delegation,
        anchoredAt,
        changedAt: Date.parse(changedAt),
        beforeElectorate: !electorate,
      })
  }
}

function checkOrder(record: OneRecord, anchored: Anchored, faults: Findings): void {
  for (const earlier of AFTER[record.type])
    if (!anchored[earlier]) faults.add(`${withArticle(record.type)} record comes before any ${earlier} record`)
  const { proposal, decision, closing } = anchored
  if (closing && record.type === 'votes') faults.add(`batch ${record.batch} came after the closing record`)
  if (proposal && record.daoId !== proposal.daoId)
    faults.add(`${withArticle(record.type)} record is for the DAO ${record.daoId}, not for ${proposal.daoId}`)
  if (decision && record.type !== 'decision' && record.type !== 'dao')
    faults.add(`${withArticle(record.type)} record came after the decision`)
}

/**
 * Whether the record came before voting ended. Nodes do not open ballots for such a closing record. If an honest
 * service's clock is ahead of the ledger's, the service later writes another.
 */
const isBeforeEnd = ({ consensusTimestamp }: TopicMessage, { proposal }: Anchored): boolean =>
  proposal?.ballotKey !== undefined && milliseconds(consensusTimestamp) < Date.parse(proposal.endTime)

/** The nodes open ballots once this record is on the topic, so it must count all votes. */
function checkClosing(record: ClosingRecord, anchored: Anchored, faults: Findings): void {
  const { proposal, batches } = anchored
  if (!proposal?.ballotKey) faults.add('a closing record is on the topic, and the votes are not secret')
  const votes = [...batches.values()].at(-1)?.last ?? 0
  if (record.batches !== batches.size || record.votes !== votes)
    faults.add(
      `the closing record is of ${record.votes} votes in ${record.batches} batches: the topic had ${votes} in ${batches.size}`,
    )
}

function checkDecisionTime(
  { cancelled, decidedAt }: DecisionRecord,
  message: TopicMessage,
  { proposal }: Anchored,
  faults: Findings,
) {
  const begunAt = milliseconds(message.consensusTimestamp)
  const at = milliseconds(message.completedAt)
  if (!isTime(decidedAt)) faults.add(`it was decided at ${decidedAt}, which is not a time`)
  else if (Date.parse(decidedAt) > at + CLOCKS_MS)
    faults.add(`it was decided at ${decidedAt}, but the decision reached the topic at ${new Date(at).toISOString()}`)
  if (cancelled || !proposal) return
  if (!(Date.parse(decidedAt) >= Date.parse(proposal.endTime)) || begunAt < Date.parse(proposal.endTime) - CLOCKS_MS)
    faults.add(`it was decided at ${decidedAt} (${new Date(begunAt).toISOString()} on the ledger), before its end`)
}

function checkDao({ createdAt }: DaoRecord, { foundedAt, proposal }: Anchored, faults: Findings): void {
  if (!isTime(createdAt)) {
    faults.add(`the DAO was founded at ${createdAt}, which is not a time`)
    return
  }
  if (Date.parse(createdAt) > foundedAt + CLOCKS_MS)
    faults.add(`the DAO was founded at ${createdAt}, but reached the topic at ${new Date(foundedAt).toISOString()}`)
  if (proposal && Date.parse(proposal.startTime) < Date.parse(createdAt))
    faults.add(`the voting began at ${proposal.startTime}, before the DAO was founded at ${createdAt}`)
}

/**
 * How late a proposal may reach the ledger, as a share of the voting delay. It may be late because of an outage or
 * because other records were written first. The voting is then still in the future, so nobody can choose a start with
 * known balances.
 */
const MAY_BE_LATE = 0.1
/** If no record was written on a topic for this long, in milliseconds, no records were waiting to be written. */
const QUEUE_GAP_MS = 300_000

function checkRules(
  proposal: ProposalRecord,
  { dao, rules, proposedAt, busySince, topicId }: Anchored & { topicId: string },
  { faults, late, notes }: { faults: Findings; late: Findings; notes: Findings },
): void {
  const { votingRules, votingOptions, startTime, endTime, daoId } = proposal
  const inForce = rules?.votingRules ?? dao?.votingRules
  if (dao && inForce && (dao.daoId !== daoId || canonicalJson(inForce) !== canonicalJson(votingRules)))
    faults.add(
      `the proposal is voted on by ${canonicalJson(votingRules)}: the DAO's rules are ${canonicalJson(inForce)}`,
    )
  // Proposals of earlier versions could have options that look alike.
  const options = refusalOf(() => checkOptions(votingOptions))
  if (options !== undefined) (dao?.membersAnchored ? faults : notes).add(`of the options: ${options}`)
  if (proposal.ballotKey && proposal.ballotKey.topicId !== topicId)
    faults.add(`the key for ballots is for the topic ${proposal.ballotKey.topicId}`)
  for (const wrong of brokenRules(proposal)) faults.add(`of the rules: ${wrong}`)
  if (new Set(votingOptions).size < votingOptions.length) faults.add('an option appears twice')
  if (!isTime(startTime) || !isTime(endTime)) faults.add(`the voting is from ${startTime} to ${endTime}`)
  else if (Date.parse(endTime) - Date.parse(startTime) < Math.round(votingRules.minVotingPeriod * HOUR_MS))
    faults.add(`the voting is from ${startTime} to ${endTime}: the DAO requires ${votingRules.minVotingPeriod} hours`)
  const { votingDelay = 0 } = votingRules
  const delayMs = Math.round(votingDelay * HOUR_MS)
  const latest = Date.parse(startTime) - delayMs + Math.max(CLOCKS_MS, delayMs * MAY_BE_LATE)
  if (!(proposedAt > latest)) return
  const reached = `the voting began at ${startTime}, but the proposal reached the topic at ${new Date(proposedAt).toISOString()}`
  if (votingDelay === 0 && !votingRules.tokenWeighted) return
  if (votingDelay === 0) {
    notes.add(`${reached}: the start may have been chosen when its holdings were known`)
    return
  }
  const tooLate = `${reached}: the DAO requires ${votingDelay} hours between`
  // Records before the proposal may have delayed it. The service does not control how many there are.
  if (busySince > latest) {
    // Its clock may be behind, or it had an outage. But once voting has begun, it could choose a start at which it
    // knows the balances.
    const isExcused = proposedAt <= Math.min(latest + LATE_MS, Date.parse(startTime) + CLOCKS_MS)
    ;(isExcused ? late : faults).add(tooLate)
    return
  }
  // But the service could write records for any length of time to delay the proposal.
  const isLong = proposedAt > latest + LATE_MS
  ;(isLong ? late : notes).add(
    `${tooLate}. Records were written there without a pause since ${new Date(busySince).toISOString()}`,
  )
}
