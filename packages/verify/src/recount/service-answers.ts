/** Checks that the service's answers agree with the topic. */
import { utf8 } from '../bytes.ts'
import { type VoteLeaf, voteId } from '../governance/leaves.ts'
import { proposalHash } from '../governance/proposal-hash.ts'
import type { DecisionRecord, ProposalRecord } from '../governance/records.ts'
import { type Count, decide, percentOf, totalVotes, totalWeight } from '../governance/tally.ts'
import { CLOCKS_MS } from '../governance/times.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { encodeAmount } from '../values/amounts.ts'
import type { Findings } from './findings.ts'
import { isTime } from './topic.ts'

/** Answers of the service's API about a proposal, unchanged. A recount trusts none of them. */
export interface ServiceAnswers {
  /** `GET /proposals/{proposalId}` */
  proposal: Record<string, unknown>
  /** `GET /votes/proposal/{proposalId}/results` */
  results: Record<string, unknown>
}

/** The number of votes that the service returns with a proposal, the newest ones. */
export const ANSWERED_VOTES = 100
/** The service shows an older vote only if the comments of the newer ones have fewer bytes than this. */
export const ANSWERED_BYTES = 262_144

export interface OnTopic {
  topicId: string
  proposal: ProposalRecord
  published: DecisionRecord | null
  /** When the proposal had fully reached the ledger, in milliseconds. */
  proposedAt: number
  /** The consensus timestamp that identifies the decision. */
  decisionTimestamp: string | null
  /** The newest votes, as many as the service returns with a proposal. */
  newest: readonly VoteLeaf[]
  /** The counts of the votes on the topic. */
  counts: readonly Count[]
  /** Whether the proposal can be decided by its rules. */
  canCount: boolean
}

export function checkServiceAnswers(
  answers: ServiceAnswers,
  { proposal, published, topicId, proposedAt, decisionTimestamp, newest, counts, canCount }: OnTopic,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const compare = (said: Record<string, unknown>, expected: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(expected))
      if (textOf(said[name]) !== textOf(value))
        faults.add(`the service answers the ${name} ${textOf(said[name])}: the topic has ${textOf(value)}`)
  }
  const {
    proposalId,
    chain,
    daoId,
    title,
    description,
    creatorAddress,
    startTime,
    endTime,
    quorum,
    votingOptions,
    proposalData,
  } = proposal
  const { validUntil = null } = proposal
  compare(answers.proposal, {
    proposalId,
    chain,
    daoId,
    title,
    description,
    creatorAddress,
    startTime,
    endTime,
    quorum,
    votingOptions,
    proposalData,
    validUntil,
  })
  const { decision, cancellation, createdAt, proposalHash: hash } = answers.proposal
  // The record has no creation time, and may be newer than the proposal: after an outage, a service writes it later.
  if (typeof createdAt !== 'string' || !isTime(createdAt) || Date.parse(createdAt) > proposedAt + CLOCKS_MS)
    faults.add(
      `the service answers the createdAt ${textOf(createdAt)}, but the proposal reached the topic at ${new Date(proposedAt).toISOString()}`,
    )
  // Earlier versions of the service do not return `proposalHash`.
  if (hash !== undefined) compare(answers.proposal, { proposalHash: proposalHash(proposal) })
  compareVotes(answers.proposal, { proposal, counts, newest, isDecided: published !== null }, faults)
  if (!published) {
    checkUndecided(answers, { proposal, counts, canCount }, { faults, doubts })
    return
  }
  const { cancelled, decidedAt } = published
  compare(answers.proposal, { status: published.status, cancelled })
  // Earlier versions of the service do not return `cancellation`.
  const cancelledAs = { cancelledAt: decidedAt, signed: published.cancellation !== undefined }
  if (cancellation !== undefined) compare({ cancellation }, { cancellation: cancelled ? cancelledAs : null })
  // The answered decision is null until the service has seen its own message on the mirror.
  if (decision !== null) compare(answers.proposal, { decision: { topicId, consensusTimestamp: decisionTimestamp } })
  compare(answers.results, { ...expectedResults(proposal, published), final: true })
  if (canCount) compare(answers.results, expectedVerdict(proposal, published))
}

type Said = Record<string, unknown>

const OPEN: ReadonlySet<unknown> = new Set(['PENDING', 'ACTIVE'])
const DECIDED: ReadonlySet<unknown> = new Set(['PASSED', 'REJECTED'])

/**
 * Checks the service's answers if the topic has no decision. The service may have decided after the topic was read, and
 * may have votes that are not on the topic yet. So each answer must only agree with itself.
 */
function checkUndecided(
  { proposal: said, results }: ServiceAnswers,
  { proposal, counts, canCount }: Pick<OnTopic, 'proposal' | 'counts' | 'canCount'>,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const expect = (name: string, value: unknown, isRight: boolean, why: string) => {
    if (!isRight) faults.add(`the service answers the ${name} ${textOf(value)}: ${why}`)
  }
  for (const { status } of [said, results])
    expect('status', status, OPEN.has(status) || DECIDED.has(status), 'there is no such status')
  const isRejected = said.status === 'REJECTED'
  expect('cancelled', said.cancelled, said.cancelled === false || (isRejected && said.cancelled === true), 'it is not')
  // Earlier versions of the service do not return `cancellation`.
  const { cancellation = null, decision = null } = said
  expect('cancellation', cancellation, cancellation === null || said.cancelled === true, 'it is not cancelled')
  expect('decision', decision, decision === null || DECIDED.has(said.status), 'it is not decided')
  expect('final', results.final, results.final === DECIDED.has(results.status), `it is ${textOf(results.status)}`)
  const { winner } = results
  const isWinner = results.status === 'PASSED' ? proposal.votingOptions.includes(winner as string) : winner === null
  expect('winner', winner, isWinner, `it is ${textOf(results.status)}`)
  if (DECIDED.has(said.status) || DECIDED.has(results.status))
    doubts.add('the service says that it is decided, but there is no decision on the topic')
  checkRunning(results, { proposal, counts, canCount }, { faults, doubts })
}

/**
 * Checks the results of an undecided proposal: they must follow from the answered counts, by the rules on the topic.
 */
function checkRunning(
  results: Said,
  { proposal, counts, canCount }: Pick<OnTopic, 'proposal' | 'counts' | 'canCount'>,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const { proposalId, daoId, votingRules, votingOptions, quorum } = proposal
  const answered = Array.isArray(results.options) ? results.options.map(objectOf) : []
  const running = votingOptions.map((option, index): Count => {
    const { votes, weight } = answered[index] ?? {}
    return { option, votes: Number.isSafeInteger(votes) ? Number(votes) : 0, weight: amountOf(weight) }
  })
  const total = totalWeight(running)
  const { eligibleWeight, reached } = objectOf(results.quorum)
  const eligible = eligibleWeight === undefined || eligibleWeight === null ? null : amountOf(eligibleWeight)
  const rule = { threshold: votingRules.threshold, quorum }
  const { passed, leading, quorumReached } = canCount
    ? decide(running, rule, eligible)
    : { passed: results.passing, leading: results.leading, quorumReached: reached }
  const expected: Said = {
    proposalId,
    daoId,
    threshold: votingRules.threshold,
    decimals: votingRules.decimals,
    options: running.map((one) => ({
      ...one,
      weight: encodeAmount(one.weight),
      percent: percentOf(one.weight, total),
    })),
    totalVotes: totalVotes(running),
    totalWeight: encodeAmount(total),
    leading,
    passing: passed,
    quorum:
      quorum === null
        ? null
        : {
            percent: quorum,
            eligibleWeight: eligible === null ? null : encodeAmount(eligible),
            cast: eligible === null ? null : percentOf(total, eligible),
            reached: quorumReached === true,
          },
  }
  for (const [name, value] of Object.entries(expected))
    if (textOf(results[name]) !== textOf(value))
      faults.add(
        `the service answers the ${name} ${textOf(results[name])}: by its counts and the rules on the topic it is ${textOf(value)}`,
      )
  // A service whose database was restored from an older one first reads back what the topic has.
  for (const [index, { option, votes, weight }] of counts.entries()) {
    const { votes: shown = 0, weight: weighed = 0n } = running[index] ?? {}
    if (shown < votes || weighed < weight)
      doubts.add(`the service answers ${shown} votes of ${weighed} for ${option}: the topic has ${votes} of ${weight}`)
  }
}

/** The number in an answered amount; 0 for anything else, which then differs from what is expected. */
const amountOf = (said: unknown): bigint =>
  Number.isSafeInteger(said) || (typeof said === 'string' && /^[0-9]{1,30}$/.test(said)) ? BigInt(said as string) : 0n

function expectedResults({ votingRules, ...proposal }: ProposalRecord, { status, result }: DecisionRecord): Said {
  const { options, totalVotes, totalWeight, winner } = result
  const { threshold, decimals } = votingRules
  const total = BigInt(totalWeight)
  const shares = options.map((one) => {
    const weight = BigInt(one.weight)
    return { ...one, weight: encodeAmount(weight), percent: percentOf(weight, total) }
  })
  const { proposalId, daoId } = proposal
  const sums = { totalVotes, totalWeight: encodeAmount(total) }
  return { proposalId, daoId, status, options: shares, ...sums, winner, threshold, decimals }
}

/** The verdict that follows from the counts by the rules. */
function expectedVerdict({ votingRules, quorum }: ProposalRecord, { result, cancelled }: DecisionRecord): Said {
  const counts = result.options.map(({ weight, ...one }) => ({ ...one, weight: BigInt(weight) }))
  const eligible = result.eligibleWeight === null ? null : BigInt(result.eligibleWeight)
  const { passed, leading, quorumReached } = decide(counts, { threshold: votingRules.threshold, quorum }, eligible)
  const verdict = { leading, passing: passed }
  if (quorum === null) return { ...verdict, quorum: null }
  // The service may weigh the members after a cancellation.
  if (cancelled && eligible === null) return verdict
  const eligibleWeight = eligible === null ? null : encodeAmount(eligible)
  const cast = eligible === null ? null : percentOf(BigInt(result.totalWeight), eligible)
  return { ...verdict, quorum: { percent: quorum, eligibleWeight, cast, reached: quorumReached === true } }
}

function compareVotes(
  { votes: said, votesTruncated }: Said,
  {
    proposal,
    counts,
    newest,
    isDecided,
  }: Pick<OnTopic, 'proposal' | 'counts'> & { newest: readonly VoteLeaf[]; isDecided: boolean },
  faults: Findings,
): void {
  const { proposalId, daoId } = proposal
  const votes: Said[] = Array.isArray(said) ? said.map(objectOf) : []
  // If the votes are large, the service shows fewer of them.
  const isAllThatFits = votes.length >= fitting(newest) && votes.length <= newest.length
  const shown = isDecided && isAllThatFits ? newest.slice(newest.length - votes.length) : newest
  const byNumber = new Map(shown.map((leaf) => [leaf.number, leaf]))
  if (isDecided && !Array.isArray(said)) faults.add('the service answers no list of votes with the proposal')
  for (const { number, comment = null, ...vote } of votes) {
    const leaf = byNumber.get(number as number)
    if (!leaf) {
      // Undecided votes may not be on the topic yet.
      if (isDecided)
        faults.add(`the service answers a vote ${textOf(number)}, which is not among the newest on the topic`)
      continue
    }
    const { voterAddress, choice, castAt } = leaf
    const expected = {
      voteId: voteId({ proposalId, number: leaf.number }),
      proposalId,
      daoId,
      voterAddress,
      choice,
      weight: encodeAmount(BigInt(leaf.weight)),
      comment: leaf.comment ?? null,
      signed: leaf.signatures !== undefined,
      createdAt: castAt,
      updatedAt: castAt,
    }
    const answered: Said = { ...vote, comment }
    for (const [name, value] of Object.entries(expected))
      if (textOf(answered[name]) !== textOf(value))
        faults.add(
          `the service answers the ${name} ${textOf(answered[name])} of vote ${leaf.number}: the topic has ${textOf(value)}`,
        )
  }
  if (new Set(votes.map(({ number }) => number)).size < votes.length)
    faults.add('the service answers a vote twice with the proposal')
  if (isDecided && !isAllThatFits)
    faults.add(`the service answers ${votes.length} votes with the proposal: the topic has ${newest.length} of them`)
  // Earlier versions of the service do not return `votesTruncated`.
  const isTruncated = totalVotes(counts) > votes.length
  if (isDecided && votesTruncated !== undefined && votesTruncated !== isTruncated)
    faults.add(
      `the service answers the votesTruncated ${textOf(votesTruncated)}: it shows ${votes.length} of ${totalVotes(counts)} votes`,
    )
}

/**
 * How many of these votes, the newest last, the service shows: each that begins within `ANSWERED_BYTES` of comments.
 */
function fitting(newest: readonly VoteLeaf[]): number {
  let bytes = 0
  const left = newest.findLastIndex(({ comment = '' }) => {
    const isOver = bytes >= ANSWERED_BYTES
    bytes += utf8(comment).length
    return isOver
  })
  return newest.length - 1 - left
}

/** The value itself if it is an object, otherwise an empty object. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown): string => {
  try {
    return canonicalJson(value ?? null)
  } catch {
    return 'something that is nested too deep, or no text'
  }
}
