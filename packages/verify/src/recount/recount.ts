/**
 * Works out a proposal's result from the ledger alone: the records on the DAO's topic, the texts whose hashes are in
 * these records, and the mirror. It reads no database, and trusts none of the service's answers.
 */
import { delay } from '../async/delay.ts'
import { utf8 } from '../bytes.ts'
import { unavailable, unprocessable, VerifyError } from '../error.ts'
import type { Objections } from '../governance/counting/optimistic.ts'
import type { Round } from '../governance/counting/runoff.ts'
import { type Count, decide, ruleOf } from '../governance/counting/tally.ts'
import {
  type DecisionRecord,
  type ElectorateRecord,
  type ProposalRecord,
  recordFault,
} from '../governance/records/records.ts'
import { checkFractions, refusalOf } from '../governance/rules/rules.ts'
import { MAX_LAG_MS } from '../governance/signatures/signed-votes.ts'
import { executableAt } from '../governance/vetoes.ts'
import type { PresentAccount } from '../mirror/present-accounts.ts'
import { ledgerTimestamp } from '../mirror/statement/history.ts'
import type { TopicInfo } from '../mirror/topic-trail.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { MerkleTree } from '../records/merkle.ts'
import { plural } from '../values/english.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { type Cancellation, checkCancellation } from './checks/cancellation.ts'
import { checkEligible, countEligible } from './checks/eligible.ts'
import { checkExistence } from './checks/existence.ts'
import { fixedLate } from './checks/late-records.ts'
import { checkMembership, type MembershipChanges } from './checks/membership.ts'
import { openerFor } from './checks/opening.ts'
import { checkProposer } from './checks/proposer.ts'
import { checkAtOnce } from './checks/rules-at-once.ts'
import { checkVeto, checkVetoesOfChanges, type Veto } from './checks/veto.ts'
import { countSigned, delegatesOf, delegationsAtStart } from './delegations.ts'
import { type FindingLists, Findings } from './findings.ts'
import type { RecountMirror } from './mirror.ts'
import { checkServiceAnswers } from './service-answers.ts'
import type { LeafSource } from './source.ts'
import { type Anchored, isTime, readTopic } from './topic.ts'
import { countVotes } from './votes.ts'

/** The maximum number of members that a recount reads. */
const MAX_MEMBERS = 1_000_000

export interface Recount {
  proposalId: string
  /** The chain of the ledger and the mirror that were read. */
  chain: string
  topicId: string
  /** The accounts that wrote the counted records. Normally, this is only the service's operator. */
  publishers: string[]
  /** null if the DAO's record is not on the topic. */
  dao: {
    daoId: string
    name: string
    /**
     * Whether its record says that an earlier version founded it. Then its topic may not show who joined and left, and
     * its options may look alike.
     */
    isEarlier: boolean
  } | null
  /**
   * The consensus node that confirms the mirror's messages; null if only the mirror says that these are all messages.
   */
  confirmedBy: { nodeId: string; messages: bigint } | null
  /** The consensus node that reported the topic's state, whether or not it confirmed the messages; null if none did. */
  askedNode: string | null
  /**
   * Messages in several chunks, plus chunks that belong to no record and are only noted, not reported as a difference.
   * Only the mirror says which chunks make up a message.
   */
  chunked: number
  proposal: ProposalRecord
  /**
   * The changes of the DAO's rules before the proposal. Each was either decided by another proposal, or made directly
   * by an account that the rules named. The results of these other proposals must be recounted, too.
   */
  rulesChanges: Anchored['rulesChanges']
  /** In the order of the proposal's options; weights in the units of `optionDecimals`. */
  counts: readonly Count[]
  /** How many voters' votes count. */
  totalVotes: number
  /** How many votes were cast, including replaced ones. */
  votesCast: number
  /** The sum of the voters' weights. */
  totalWeight: bigint
  /** How many of the counted votes are delegated. */
  delegatedVotes: number
  /** How many members had named a delegate at the start, and how many of these had signed their delegation. */
  delegations: { inForce: number; signed: number }
  /** Only for the method `ranked`. */
  rounds: readonly Round[] | null
  /** Only for an optimistic proposal. */
  objections: Objections | null
  /** null if neither a quorum nor objections need it. */
  eligibleWeight: bigint | null
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  /**
   * Sentences about records that reached the ledger so late, by their consensus timestamps, that they may have been
   * made to favour somebody; empty if there are none.
   */
  fixedLate: string[]
  /** null if the proposal was not cancelled. */
  cancellation: Cancellation | null
  /** A veto after the decision; null if there is none. */
  veto: Veto | null
  /** From when the decision may be executed, in consensus time; null if the proposal did not pass. */
  executableAt: string | null
  /** The decision on the topic; null if there is none yet. */
  published: DecisionRecord | null
  /**
   * When the proposal, the electorate, the votes and the decision had fully reached the ledger. The service could have
   * backdated anything that it wrote later.
   */
  anchoredAt: { proposal: string; electorate: string | null; votes: string | null; decision: string | null }
  /** null if the topic does not show who joined and left. */
  membership: MembershipChanges | null
  /**
   * How many votes have verified signatures, with keys that their voters still had when the votes reached the ledger.
   * Only the service vouches for the others.
   */
  signedVotes: number
  /**
   * How many of these, from earlier versions, identify the proposal only by its id: its text may have been replaced.
   */
  signedByIdAlone: number
  /** Broken rules. Without faults and doubts, the published result is right. */
  faults: string[]
  /** Reasons why the result cannot be confirmed, though nothing is wrong. */
  doubts: string[]
  /** Facts that people should know, though the published result may be right. */
  notes: string[]
  /**
   * Messages on the topic that have no effect, but are not faults: closing records from before the end of voting, for
   * which no ballots are opened, and chunks that belong to no record.
   */
  setAside: string[]
}

export interface RecountOptions {
  proposalId: string
  /** The chain of the ledger and mirror. Signatures for another chain do not count. */
  chain: string
  topicId: string
  /** From {@link openMirror}, or a service's own. */
  mirror: RecountMirror
  /** Asks a consensus node for the state of the topic. Without it, a mirror could omit the last messages. */
  topicInfo?: ((topicId: string) => Promise<TopicInfo>) | undefined
  /** From {@link httpSource}: supplies the texts whose hashes are on the topic. */
  source: LeafSource
  /** The key, in hex, of the network that must have made the ballot key of a secret vote, if the caller knows it. */
  networkKey?: string | undefined
  /** The maximum number of messages of the topic that are read. Default: 1,000,000. */
  maxMessages?: number | undefined
  /** How long to wait for a mirror that is behind the consensus node, in milliseconds. Default: 20,000. */
  catchUpMs?: number
  /** The current time in milliseconds. Default: the system clock. */
  now?: number
  /** Called repeatedly with the progress, at most once for each page, batch or 32 accounts. */
  onProgress?: ((progress: Progress) => void) | undefined
  /**
   * Aborts the recount, which then throws the signal's reason. Give the mirror and the source the same signal, so that
   * requests in progress end, too.
   */
  signal?: AbortSignal | undefined
}

/** The progress of a recount. The steps come in this order; a proposal may not need all of them. */
export interface Progress {
  step: 'messages' | 'members' | 'votes' | 'weights'
  /** Messages read, members looked up, votes checked, or members weighed for the quorum. */
  done: number
  /** The total; null if it is not known, as for the mirror's messages without a consensus node. */
  total: number | null
}

/**
 * The recount found faults and then could not continue. The published result is wrong, whatever the unread part says.
 */
export interface AtFault extends VerifyError {
  code: 'AT_FAULT'
  faults: string[]
}
export const isAtFault = (error: unknown): error is AtFault => error instanceof VerifyError && error.code === 'AT_FAULT'

/**
 * Counts a proposal again. Weights are integers in smallest units; times are ISO 8601 unless stated otherwise.
 *
 *     const source = httpSource('https://governance.example')
 *     const { chain, topicId } = await source.topicOf(proposalId)
 *     const mirror = openMirror('https://mainnet.mirrornode.hedera.com')
 *     const counted = await recount({ proposalId, chain, topicId, mirror, source })
 *     report(counted, { mirror: 'mainnet.mirrornode.hedera.com', isTopicKnown: false })
 *
 * If `faults` and `doubts` are both empty, the published result is right. If there are `faults`, it is wrong. If there
 * are only `doubts`, the recount is inconclusive. Anything that only a mirror shows, and another could show
 * differently, is a doubt.
 *
 * @throws VerifyError with a `code` and `statusCode`: 422 `NO_SUCH_PROPOSAL` if the topic has no such proposal, 422
 *     `TOPIC_TOO_LONG`, 422 `AT_FAULT` ({@link AtFault}), 503 `MIRROR_BEHIND`, and other 503 if the mirror or the
 *     source does not answer; the reason of `signal`
 */
export async function recount(options: RecountOptions): Promise<Recount> {
  const accusation = { faults: new Findings(), differences: new Findings(), ambiguities: new Findings() }
  try {
    return await countAgain(options, accusation)
  } catch (error) {
    options.signal?.throwIfAborted()
    const faults = accusation.faults.all()
    if (faults.length === 0 || unsure(accusation).length > 0) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw Object.assign(unprocessable('AT_FAULT', `${faults.join('; ')}; then the recount ended: ${why}`), { faults })
  }
}

/** The faults so far, and the findings that make them uncertain. */
type Accusation = Pick<FindingLists, 'faults' | 'differences' | 'ambiguities'>

/** Why the faults may not be real: they depend on the mirror, which could be wrong. */
const unsure = ({ faults, differences, ambiguities }: Accusation): string[] => [
  ...differences.all(),
  ...(faults.all().length > 0 ? ambiguities.all() : []),
]

async function countAgain(options: RecountOptions, accusation: Accusation): Promise<Recount> {
  const { faults } = accusation
  const { proposalId, chain, topicId, mirror, source, now = Date.now(), signal } = options
  const doubts = new Findings()
  const notes = new Findings()
  const late = new Findings()
  const setAside = new Findings()
  const { info, most } = await topicInfo(options, notes)
  const onMessages = stepper(options, 'messages', most ?? null)
  const anchored = await readTopic(
    mirror,
    { ...options, info, most, onMessages },
    { ...accusation, late, doubts, notes, setAside },
  )
  const { dao, proposal, decision } = anchored
  signal?.throwIfAborted()
  const members = await readElectorate(source, anchored.electorate, proposalId, faults)
  const membership = checkMembership(members, anchored, faults)
  const canCount = isCountable(proposal)
  const onMembers = stepper(options, 'members', members.size)
  const present = canCount
    ? await mirror.presentAccounts([...members], firstKeyTime(proposal), onMembers)
    : new Map<string, PresentAccount>()
  if (canCount) await checkProposer(anchored, mirror, { faults, doubts, late })
  await checkAtOnce(anchored.atOnce, topicId, mirror, { faults, notes })
  await checkVetoesOfChanges(anchored.vetoesOfChanges, mirror, { faults, notes })
  const { absent, gone } = canCount
    ? await checkExistence(mirror, { members, present, anchored }, { faults, late, notes }, onMembers)
    : { absent: new Set<string>(), gone: new Set<string>() }
  const { inForce: delegations, ended } = delegationsAtStart(anchored, members, { faults })
  const delegates = delegatesOf(delegations)
  const place = { chain: proposal.chain, daoId: proposal.daoId, topicId }
  const signedDelegations = canCount ? await countSigned(delegations, place, { mirror, faults, notes }) : 0
  const endedUnsigned = canCount ? ended.length - (await countSigned(ended, place, { mirror, faults, notes })) : 0
  if (endedUnsigned > 0)
    notes.add(`${plural(endedUnsigned, 'delegation')} had been ended on the service's word, without a signature`)
  const open = openerFor(anchored, { faults })
  const checks = { proposal, delegates, members, absent, gone, present, mirror, canCount, open, faults, doubts, notes }
  const onVotes = stepper(options, 'votes', [...anchored.batches.values()].at(-1)?.last ?? 0)
  const votes = await countVotes(options, anchored.batches, checks, onVotes)
  const { tally, cast, unfollowed, newest, ballots, votesCast, signedVotes, signedByIdAlone } = votes
  const voting = { proposal, members, absent, cast, mirror, onBatch: stepper(options, 'weights', members.size) }
  const eligible = canCount ? await countEligible(voting) : null
  const eligibleWeight = eligible?.weight ?? null
  // If the recount does not know every balance, the result must follow from the published weight.
  const believed =
    decision && canCount ? await checkEligible(decision, eligible, voting, { faults, doubts }) : eligibleWeight
  const { passed, winner, rounds, objections } = canCount ? decide(tally, ruleOf(proposal), believed) : NOTHING_DECIDED
  const counted: Recount = {
    proposalId,
    chain,
    topicId,
    proposal,
    rulesChanges: anchored.rulesChanges,
    counts: tally.counts,
    totalVotes: tally.totalVotes,
    totalWeight: tally.totalWeight,
    votesCast,
    delegatedVotes: tally.delegatedVotes ?? 0,
    delegations: { inForce: delegations.length, signed: signedDelegations },
    rounds,
    objections,
    eligibleWeight,
    membership,
    signedVotes,
    signedByIdAlone,
    publishers: [...anchored.publishers],
    chunked: anchored.chunked,
    dao: dao ? { daoId: dao.daoId, name: dao.name, isEarlier: !dao.membersAnchored } : null,
    confirmedBy: confirmedBy(info, anchored, doubts),
    askedNode: info?.nodeId ?? null,
    fixedLate: [...fixedLate(anchored), ...late.all()],
    cancellation: await checkCancellation(anchored, mirror, faults),
    veto: await checkVeto(anchored, mirror, { faults, notes }),
    executableAt: executableTime(anchored),
    status: passed && !decision?.cancelled ? 'PASSED' : 'REJECTED',
    winner: decision?.cancelled ? null : winner,
    published: decision ?? null,
    anchoredAt: anchoredAt(anchored),
    faults: [],
    doubts: [],
    notes: [],
    setAside: setAside.all(),
  }
  checkNetworkKey(proposal, options, faults)
  if (decision) compare(counted, decision, { batches: anchored.batches.size, unfollowed }, { faults, doubts })
  else if (Date.parse(proposal.endTime) < now) doubts.add('voting has ended, but there is no decision on the topic')
  const { decisionTimestamp, proposedAt } = anchored
  const isWhole = unfollowed.length === 0
  const onTopic = { ...counted, tally, isWhole, proposedAt, decisionTimestamp, newest, ballots, canCount }
  checkServiceAnswers(await source.answers(proposalId), onTopic, { faults, doubts })
  const differ = unsure(accusation)
  if (differ.length === 0) return { ...counted, faults: faults.all(), doubts: doubts.all(), notes: notes.all() }
  // Either the mirror or the node may be wrong. A fault that only the mirror shows proves nothing against the service.
  const shown = faults.all().map((fault) => `only as the mirror shows it: ${fault}`)
  return { ...counted, doubts: [...differ, ...doubts.all()], notes: [...notes.all(), ...shown] }
}

/**
 * Checks which network made the ballot key. The holders of another network's keys could have read the ballots before
 * the end.
 */
function checkNetworkKey(
  { ballotKey }: ProposalRecord,
  { networkKey: expected }: Pick<RecountOptions, 'networkKey'>,
  faults: Findings,
): void {
  if (expected === undefined || ballotKey?.networkKey === expected) return
  faults.add(
    ballotKey
      ? `the ballots were sealed for the network ${ballotKey.networkKey}, not for ${expected}`
      : `the votes are not secret, and you expect the network ${expected}`,
  )
}

/** Reports the progress of a step, and stops the recount if its signal is aborted. */
const stepper =
  ({ onProgress, signal }: RecountOptions, step: Progress['step'], total: number | null) =>
  (done: number): void => {
    signal?.throwIfAborted()
    onProgress?.({ step, done, total })
  }

/** How long a mirror that is behind the consensus node may take to catch up, in milliseconds. */
const MIRROR_CATCH_UP_MS = 20_000
/** The pause between two questions to a mirror or a node that is behind. */
const RETRY_DELAY_MS = 1_000
/**
 * How many times to ask a node that has fewer messages than the mirror. A node may be some seconds behind the others.
 */
const NODE_ASKED = 3

/**
 * Asks a consensus node how many messages the topic has before the topic is read, and waits until the mirror has them.
 * Only that many are then read. If the mirror already had more before, all are read, since either may be wrong.
 *
 * @throws 503 `MIRROR_BEHIND`
 */
async function topicInfo(
  { topicId, mirror, topicInfo: ask, catchUpMs = MIRROR_CATCH_UP_MS, signal }: RecountOptions,
  notes: Findings,
): Promise<{ info: TopicInfo | null; most?: number }> {
  if (!ask) return { info: null }
  const shown = await mirror.topicSequence(topicId)
  let info: TopicInfo | null = null
  for (let asked = 0; asked < NODE_ASKED && (!info || (info.exists && info.sequence < shown)); asked++) {
    if (info) await delay(Math.min(RETRY_DELAY_MS, catchUpMs), signal)
    info = await ask(topicId).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error
      if (!info) notes.add(`no consensus node could confirm the state of the topic: ${why}`)
      return info
    })
    if (!info) break
  }
  if (!info?.exists) return { info }
  const { nodeId, sequence } = info
  if (sequence < shown) return { info }
  const until = performance.now() + catchUpMs
  while ((await mirror.topicSequence(topicId)) < sequence) {
    if (performance.now() >= until)
      throw unavailable(
        'MIRROR_BEHIND',
        `The consensus node ${nodeId} has ${sequence} messages of ${topicId}, and the mirror does not show all of them: try again later, or use another mirror`,
      )
    await delay(RETRY_DELAY_MS, signal)
  }
  return { info, most: Number(sequence) }
}

function confirmedBy(info: TopicInfo | null, { agrees, unproven }: Anchored, doubts: Findings): Recount['confirmedBy'] {
  if (info && agrees) return { nodeId: info.nodeId, messages: info.sequence }
  if (unproven !== undefined) doubts.add(`${unproven}, and no consensus node says that these are all messages`)
  return null
}

/**
 * Whether the proposal's record and times allow a count. If not, the reason is already reported as a fault, and the
 * votes are not weighed.
 */
const isCountable = (proposal: ProposalRecord): boolean =>
  recordFault(proposal) === undefined &&
  refusalOf(() => checkFractions(proposal)) === undefined &&
  isTime(proposal.startTime) &&
  isTime(proposal.endTime)

const NOTHING_DECIDED = { passed: false, winner: null, rounds: null, objections: null }

/** Undecided, rejected and cancelled proposals permit nothing. */
const executableTime = ({ decision, decidedAt }: Anchored): string | null =>
  decision?.status === 'PASSED' && decidedAt !== null ? new Date(executableAt(decision, decidedAt)).toISOString() : null

const anchoredAt = ({ proposedAt, electedAt, batches, decidedAt }: Anchored): Recount['anchoredAt'] => {
  const text = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    proposal: new Date(proposedAt).toISOString(),
    electorate: text(electedAt),
    votes: text([...batches.values()].at(-1)?.anchoredAt ?? null),
    decision: text(decidedAt),
  }
}

async function readElectorate(
  source: LeafSource,
  record: ElectorateRecord | undefined,
  proposalId: string,
  faults: Findings,
): Promise<Set<string>> {
  const members = new Set<string>()
  if (!record) return members
  const tree = new MerkleTree()
  let last = ''
  reading: for await (const accounts of source.electorate(proposalId))
    for (const account of accounts) {
      if (!isEntityId(account)) faults.add(`the member ${account} is not an account id`)
      if (account <= last)
        faults.add(`the member ${account} is listed after ${last}: members must be sorted and listed once`)
      last = account
      members.add(account)
      tree.add(utf8(account))
      if (tree.size > Math.min(record.members, MAX_MEMBERS)) break reading
    }
  if (tree.root() !== record.root || tree.size !== record.members || members.size !== record.members)
    faults.add(`the ${members.size} members served are not the ${record.members} under the root on the topic`)
  return members
}

/** The earliest `keyAt` that may prove a vote. */
const firstKeyTime = ({ startTime }: ProposalRecord): string =>
  ledgerTimestamp(Math.max(0, Date.parse(startTime) - MAX_LAG_MS - 1_000))

/** A decision that rejects has empty `proposalData`, except in earlier versions, which repeat the proposal's data. */
const expectedData = ({ proposal }: Recount, { status, proposalData }: DecisionRecord) =>
  status !== 'PASSED' && canonicalJson(proposalData) === '{}' ? {} : proposal.proposalData

/** Compares the decision with the count. Another mirror may be able to follow the `unfollowed` members. */
function compare(
  counted: Recount,
  decision: DecisionRecord,
  { batches, unfollowed }: { batches: number; unfollowed: readonly string[] },
  { faults, doubts }: Pick<FindingLists, 'faults' | 'doubts'>,
): void {
  const figures = {
    status: counted.status,
    winner: counted.winner,
    totalVotes: counted.totalVotes,
    totalWeight: counted.totalWeight.toString(),
    options: counted.counts.map(({ option, votes, weight }) => ({ option, votes, weight: weight.toString() })),
    delegatedVotes: counted.proposal.votingRules.delegation ? counted.delegatedVotes : undefined,
  }
  const others = {
    batches,
    validUntil: counted.proposal.validUntil,
    proposalData: expectedData(counted, decision),
    executionDelay: decision.status === 'PASSED' ? counted.proposal.votingRules.executionDelay : undefined,
    veto: decision.status === 'PASSED' ? counted.proposal.votingRules.veto : undefined,
    optimistic: counted.proposal.optimistic,
  }
  const { status, result, batches: publishedBatches, validUntil, proposalData, executionDelay, veto } = decision
  const { optimistic } = decision
  const said: Record<string, unknown> = {
    ...result,
    status,
    batches: publishedBatches,
    validUntil,
    proposalData,
    executionDelay,
    veto,
    optimistic,
  }
  const differences = (own: object) =>
    Object.entries(own).flatMap(([name, value]) =>
      digest(said[name]) === digest(value)
        ? []
        : `the published ${name} is ${JSON.stringify(said[name])}: counted ${JSON.stringify(value)}`,
    )
  for (const differ of differences(figures))
    if (unfollowed.length === 0) faults.add(differ)
    else
      doubts.add(`${differ}, without ${plural(unfollowed.length, 'vote')} delegated by members who cannot be followed`)
  for (const differ of differences(others)) faults.add(differ)
  if (decision.cancelled && counted.votesCast > 0) faults.add('it was cancelled after votes had been cast')
}

const digest = (value: unknown): string => canonicalJson(value ?? null)
