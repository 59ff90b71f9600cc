/**
 * Works out a proposal's result from the ledger alone: the records on the DAO's topic, the texts whose hashes are in
 * these records, and the mirror. The recount reads no database, and trusts none of the service's answers.
 */
import { delay } from '../async/delay.ts'
import { utf8 } from '../bytes.ts'
import { unavailable, unprocessable, VerifyError } from '../error.ts'
import { type DecisionRecord, type ElectorateRecord, type ProposalRecord, recordFault } from '../governance/records.ts'
import { MAX_LAG_MS } from '../governance/signed-votes.ts'
import { type Count, decide, totalVotes, totalWeight } from '../governance/tally.ts'
import { ledgerTimestamp } from '../mirror/history.ts'
import type { PresentAccount } from '../mirror/present-accounts.ts'
import type { TopicInfo } from '../mirror/topic-trail.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { MerkleTree } from '../records/merkle.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { type Cancellation, checkCancellation } from './cancellation.ts'
import { checkEligible, countEligible } from './eligible.ts'
import { checkExistence } from './existence.ts'
import { type FindingLists, Findings } from './findings.ts'
import { fixedLate } from './fixed-late.ts'
import { checkMembership, type MembershipChanges } from './membership.ts'
import type { RecountMirror } from './mirror.ts'
import { checkServiceAnswers } from './service-answers.ts'
import type { LeafSource } from './source.ts'
import { type Anchored, isTime, readTopic } from './topic.ts'
import { countVotes } from './votes.ts'

/** The most members that a recount reads. */
const MAX_MEMBERS = 1_000_000

export interface Recount {
  proposalId: string
  /** The chain of the ledger and the mirror that were read. */
  chain: string
  topicId: string
  /** The accounts that wrote the counted records. If all is right, this is the service's operator alone. */
  publishers: string[]
  /** null if the DAO's record is not on the topic. */
  dao: {
    daoId: string
    name: string
    /**
     * Whether an earlier version founded it, according to its record. Then its topic may not show who joined and left,
     * and its options may look alike.
     */
    isEarlier: boolean
  } | null
  /**
   * The consensus node that has the same messages as the mirror; null if only the mirror says that these are all
   * messages.
   */
  confirmedBy: { nodeId: string; messages: bigint } | null
  /** The consensus node that reported the topic's state, whatever it reported; null if none did. */
  askedNode: string | null
  /**
   * The number of messages that came in several chunks, or that belong to no record though that is not a fault. Only
   * the mirror says which chunks make up a message.
   */
  chunked: number
  proposal: ProposalRecord
  counts: Count[]
  totalVotes: number
  totalWeight: bigint
  /** null if no quorum needs it. */
  eligibleWeight: bigint | null
  status: 'PASSED' | 'REJECTED'
  winner: string | null
  /**
   * Sentences about what reached the ledger so late, by the ledger's times, that it may have been made to favour
   * somebody; empty if nothing did.
   */
  fixedLate: string[]
  /** null if the proposal was not cancelled. */
  cancellation: Cancellation | null
  /** The decision on the topic; null while there is none. */
  published: DecisionRecord | null
  /**
   * When the proposal, the electorate, the votes and the decision had fully reached the ledger. A service could have
   * backdated later writes.
   */
  anchoredAt: { proposal: string; electorate: string | null; votes: string | null; decision: string | null }
  /** null if the topic does not show who joined and left. */
  membership: MembershipChanges | null
  /**
   * How many votes have verified signatures, by keys that their voters still had when the votes reached the ledger.
   * Only the service vouches for the others.
   */
  signedVotes: number
  /**
   * How many of these, from earlier versions, identify the proposal by its id alone: its text may have been replaced.
   */
  signedByIdAlone: number
  /** Broken rules. If there are no faults and no doubts, the published result is right. */
  faults: string[]
  /** Reasons why the result cannot be confirmed, though nothing is wrong. */
  doubts: string[]
  /** Facts that people should know, though the published result may be right. */
  notes: string[]
}

export interface RecountOptions {
  proposalId: string
  /** The chain of the ledger and mirror. Signatures for another chain do not count. */
  chain: string
  topicId: string
  /** From {@link openMirror}, or a service's own. */
  mirror: RecountMirror
  /** Asks a consensus node how many messages the topic has. Without it, a mirror could omit the last messages. */
  topicInfo?: ((topicId: string) => Promise<TopicInfo>) | undefined
  /** From {@link httpSource}: supplies the texts whose hashes are on the topic. */
  source: LeafSource
  /** The most messages of the topic that are read. Default: 1,000,000. */
  maxMessages?: number | undefined
  /** How long to wait for a mirror that is behind the consensus node, in milliseconds. Default: 20,000. */
  catchUpMs?: number
  /** The present time in milliseconds. Default: the system clock. */
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
 * The recount found faults and could then not continue. The published result is wrong, whatever the unread part says.
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

/** The faults so far, and what makes them uncertain. */
type Accusation = Pick<FindingLists, 'faults' | 'differences' | 'ambiguities'>

/** Why the faults may not be real: they rest on what the mirror shows, and the mirror could be wrong. */
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
  const { info, most } = await topicInfo(options, notes)
  const onMessages = stepper(options, 'messages', most ?? null)
  const anchored = await readTopic(
    mirror,
    { ...options, info, most, onMessages },
    { ...accusation, late, doubts, notes },
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
  const { absent, gone } = canCount
    ? await checkExistence(mirror, { members, present, anchored }, { faults, late, notes }, onMembers)
    : { absent: new Set<string>(), gone: new Set<string>() }
  const checks = { proposal, members, absent, gone, present, mirror, canCount, faults, doubts, notes }
  const onVotes = stepper(options, 'votes', [...anchored.batches.values()].at(-1)?.last ?? 0)
  const votes = await countVotes(options, anchored.batches, checks, onVotes)
  const { counts, cast, newest, signedVotes, signedByIdAlone } = votes
  const voting = { proposal, members, absent, cast, mirror, onBatch: stepper(options, 'weights', members.size) }
  const eligible = canCount ? await countEligible(voting) : null
  const eligibleWeight = eligible?.weight ?? null
  // If the recount cannot tell every balance, the result must follow from the published weight.
  const believed =
    decision && canCount ? await checkEligible(decision, eligible, voting, { faults, doubts }) : eligibleWeight
  const rule = { threshold: proposal.votingRules.threshold, quorum: proposal.quorum }
  const { passed, winner } = canCount ? decide(counts, rule, believed) : { passed: false, winner: null }
  const counted: Recount = {
    proposalId,
    chain,
    topicId,
    proposal,
    counts,
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
    totalVotes: totalVotes(counts),
    totalWeight: totalWeight(counts),
    status: passed && !decision?.cancelled ? 'PASSED' : 'REJECTED',
    winner: decision?.cancelled ? null : winner,
    published: decision ?? null,
    anchoredAt: anchoredAt(anchored),
    faults: [],
    doubts: [],
    notes: [],
  }
  if (decision) compare(counted, decision, anchored.batches.size, faults)
  else if (Date.parse(proposal.endTime) < now) doubts.add('voting has ended, but there is no decision on the topic')
  const { decisionTimestamp, proposedAt } = anchored
  const onTopic = { ...counted, proposedAt, decisionTimestamp, newest, canCount }
  checkServiceAnswers(await source.answers(proposalId), onTopic, { faults, doubts })
  const differ = unsure(accusation)
  if (differ.length === 0) return { ...counted, faults: faults.all(), doubts: doubts.all(), notes: notes.all() }
  // Either the mirror or the node may be wrong, so a fault that only the mirror shows accuses nobody.
  const shown = faults.all().map((fault) => `only as the mirror shows it: ${fault}`)
  return { ...counted, doubts: [...differ, ...doubts.all()], notes: [...notes.all(), ...shown] }
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
/** How often a node is asked if it has fewer messages than the mirror: a node may be some seconds behind the others. */
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
 * Whether the proposal's record and times allow a count. If not, the votes are not weighed, and the reason is already a
 * fault.
 */
const isCountable = (proposal: ProposalRecord): boolean =>
  recordFault(proposal) === undefined && isTime(proposal.startTime) && isTime(proposal.endTime)

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

/** A decision that rejects has empty `proposalData`. Such decisions of earlier versions repeat the proposal's data. */
const expectedData = ({ proposal }: Recount, { status, proposalData }: DecisionRecord) =>
  status !== 'PASSED' && canonicalJson(proposalData) === '{}' ? {} : proposal.proposalData

function compare(counted: Recount, decision: DecisionRecord, batches: number, faults: Findings): void {
  const own = {
    status: counted.status,
    winner: counted.winner,
    totalVotes: counted.totalVotes,
    totalWeight: counted.totalWeight.toString(),
    options: counted.counts.map(({ option, votes, weight }) => ({ option, votes, weight: weight.toString() })),
    batches,
    validUntil: counted.proposal.validUntil,
    proposalData: expectedData(counted, decision),
  }
  const { winner, totalVotes, totalWeight, options } = decision.result
  const published = { status: decision.status, winner, totalVotes, totalWeight, options, batches: decision.batches }
  const { validUntil, proposalData } = decision
  const said: Record<string, unknown> = { ...published, validUntil, proposalData }
  for (const [name, value] of Object.entries(own))
    if (digest(said[name]) !== digest(value))
      faults.add(`the published ${name} is ${JSON.stringify(said[name])}: counted ${JSON.stringify(value)}`)
  if (decision.cancelled && counted.totalVotes > 0) faults.add('it was cancelled after votes had been cast')
}

const digest = (value: unknown): string => canonicalJson(value ?? null)
