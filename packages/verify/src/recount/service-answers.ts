/** Checks that the service's answers agree with the topic. */
import { utf8 } from '../bytes.ts'
import { percentOf } from '../governance/counting/ratios.ts'
import { resultFigures } from '../governance/counting/result-figures.ts'
import { type Count, ruleOf, singleTally, type Tally } from '../governance/counting/tally.ts'
import { type Ballot, ballotText, methodOf, type VotingMethod } from '../governance/counting/voting-methods.ts'
import { type VoteLeaf, voteId } from '../governance/records/leaves.ts'
import { proposalHash } from '../governance/records/proposal-hash.ts'
import type { DecisionRecord, ProposalRecord } from '../governance/records/records.ts'
import { CLOCKS_MS } from '../governance/records/times.ts'
import type { OpenedBallot } from '../governance/sealed-ballots.ts'
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
/** The service shows an older vote only if the comments and choices of the newer votes have fewer bytes than this. */
export const ANSWERED_BYTES = 262_144

export interface OnTopic {
  topicId: string
  proposal: ProposalRecord
  published: DecisionRecord | null
  /** Absent or null if there is none. */
  veto?: { at: string; isInTime: boolean } | null
  /** When the proposal had fully reached the ledger, in milliseconds. */
  proposedAt: number
  /** The consensus timestamp that identifies the decision. */
  decisionTimestamp: string | null
  /** The newest votes, as many as the service returns with a proposal. */
  newest: readonly VoteLeaf[]
  /** The ballots of these votes, by number. */
  ballots: ReadonlyMap<number, OpenedBallot>
  /** The tally of the votes on the topic. */
  tally: Tally
  /** How many votes are on the topic, including replaced ones. */
  votesCast: number
  /** Whether the proposal can be decided by its rules. */
  canCount: boolean
  /** Whether the weights of all members whose delegates voted are known. */
  isWhole: boolean
}

export function checkServiceAnswers(
  answers: ServiceAnswers,
  onTopic: OnTopic,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const { proposal, published, topicId, proposedAt, decisionTimestamp, newest, ballots, tally, votesCast } = onTopic
  const { canCount, isWhole, veto } = onTopic
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
    quorumFraction = null,
    votingOptions,
    proposalData,
    validUntil = null,
  } = proposal
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
  const { decision, cancellation, createdAt, proposalHash: hash, votingMethod, votingRules } = answers.proposal
  // Earlier versions of the service do not return these. They have only the method `single`, and no fractions.
  if (votingMethod !== undefined || methodOf(proposal) !== 'single' || quorumFraction !== null)
    compare(answers.proposal, { votingMethod: methodOf(proposal), quorumFraction })
  if (answers.proposal.optimistic !== undefined || proposal.optimistic)
    compare(answers.proposal, { optimistic: proposal.optimistic ?? false })
  if (answers.proposal.area !== undefined || proposal.area !== undefined)
    compare(answers.proposal, { area: proposal.area ?? null })
  // They do not return the rules, either.
  const { decimals: _decimals, ...rules } = proposal.votingRules
  if (votingRules !== undefined) compare(answers.proposal, { votingRules: rules })
  // Earlier versions do not return `execution`. With a delay, the topic's records show whether the decision was vetoed.
  if (answers.proposal.execution !== undefined && rules.executionDelay === undefined)
    compare(answers.proposal, { execution: null })
  // The record has no creation time, and may be newer than the proposal: after an outage, a service writes it later.
  if (typeof createdAt !== 'string' || !isTime(createdAt) || Date.parse(createdAt) > proposedAt + CLOCKS_MS)
    faults.add(
      `the service answers the createdAt ${textOf(createdAt)}, but the proposal reached the topic at ${new Date(proposedAt).toISOString()}`,
    )
  // Earlier versions of the service do not return `proposalHash`.
  if (hash !== undefined) compare(answers.proposal, { proposalHash: proposalHash(proposal) })
  compareVotes(answers.proposal, { proposal, votesCast, newest, ballots, isDecided: published !== null }, faults)
  if (!published) {
    checkUndecided(answers, { proposal, tally, canCount }, { faults, doubts })
    return
  }
  const { cancelled, decidedAt } = published
  compare(answers.proposal, { status: published.status, cancelled })
  // Earlier versions of the service do not return `cancellation`.
  const cancelledAs = { cancelledAt: decidedAt, signed: published.cancellation !== undefined }
  if (cancellation !== undefined) compare({ cancellation }, { cancellation: cancelled ? cancelledAs : null })
  // Earlier versions of the service do not return `execution`. Its veto may not be on the topic yet.
  const { vetoed = null } = objectOf(answers.proposal.execution)
  if (answers.proposal.execution !== undefined && veto)
    compare({ vetoed: objectOf(vetoed).vetoedAt }, { vetoed: veto.isInTime ? veto.at : null })
  // The decision in the service's answer is null until the service has seen its own message on the mirror.
  if (decision !== null) compare(answers.proposal, { decision: { topicId, consensusTimestamp: decisionTimestamp } })
  const expected = {
    ...decidedFigures({ proposal, tally, canCount, isWhole }, published, answers.results),
    final: true,
  }
  compare(answers.results, Object.fromEntries(answeredOf(proposal, answers.results, expected)))
}

type Said = Record<string, unknown>

const OPEN: ReadonlySet<unknown> = new Set(['PENDING', 'ACTIVE'])
const DECIDED: ReadonlySet<unknown> = new Set(['PASSED', 'REJECTED'])

/**
 * Checks the service's answers if the topic has no decision. The service may have decided after the topic was read, and
 * may have votes that are not on the topic yet. So each answer must only be consistent in itself.
 */
function checkUndecided(
  { proposal: said, results }: ServiceAnswers,
  { proposal, tally, canCount }: Pick<OnTopic, 'proposal' | 'tally' | 'canCount'>,
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
  checkRunning(results, { proposal, tally, canCount }, { faults, doubts })
}

/**
 * Checks the results of an undecided proposal: they must follow from the counts in the answer, by the rules on the
 * topic.
 */
function checkRunning(
  results: Said,
  { proposal, tally, canCount }: Pick<OnTopic, 'proposal' | 'tally' | 'canCount'>,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const running = runningTally(results, proposal)
  const { reached } = objectOf(results.quorum)
  const { eligibleWeight } = objectOf(proposal.optimistic ? results.objections : results.quorum)
  const eligible = eligibleWeight === undefined || eligibleWeight === null ? null : amountOf(eligibleWeight)
  // The answer has only first preferences, so nothing else can be derived from it.
  const isDerived = canCount && methodOf(proposal) !== 'ranked'
  const said = { leading: results.leading, passing: results.passing, reached }
  // Ballots may be opened shortly before the decision.
  const isSealed = proposal.ballotKey !== undefined && results.passing === null
  const verdict = isDerived ? 'counted' : said
  const expected = expectedFigures(proposal, running, { eligible, verdict, canCount, isSealed })
  for (const [name, value] of answeredOf(proposal, results, expected))
    if (textOf(results[name]) !== textOf(value))
      faults.add(
        `the service answers the ${name} ${textOf(results[name])}: by its counts and the rules on the topic it is ${textOf(value)}`,
      )
  // Since then, a voter may have replaced its vote, or voted itself after its delegate had. So an option may have less
  // than on the topic.
  if (proposal.votingRules.votesChangeable || proposal.votingRules.delegation) return
  // After its database was restored from a backup, a service first reads back the topic's votes.
  for (const [index, { option, votes, weight }] of tally.counts.entries()) {
    const { votes: shown = 0, weight: weighed = 0n } = running.counts[index] ?? {}
    if (shown < votes || weighed < weight)
      doubts.add(`the service answers ${shown} votes of ${weighed} for ${option}: the topic has ${votes} of ${weight}`)
  }
}

/** The tally of the counts in the answer. If each vote has one option, the sums follow from the counts. */
function runningTally(results: Said, proposal: ProposalRecord): Tally {
  const answered = Array.isArray(results.options) ? results.options.map(objectOf) : []
  const counts = proposal.votingOptions.map((option, index): Count => {
    const { votes, weight } = answered[index] ?? {}
    return { option, votes: countOf(votes), weight: amountOf(weight) }
  })
  const delegatedVotes = proposal.votingRules.delegation ? countOf(results.delegatedVotes) : 0
  // Sealed and invalid votes count for no option.
  const namesOne = methodOf(proposal) === 'single' && !proposal.ballotKey
  if (namesOne) return { ...singleTally(counts), delegatedVotes }
  const sums = { totalVotes: countOf(results.totalVotes), totalWeight: amountOf(results.totalWeight) }
  return { counts, ...sums, delegatedVotes }
}

const countOf = (said: unknown): number => (Number.isSafeInteger(said) ? Number(said) : 0)

/** The number in an amount of the answer; 0 for anything else, which then differs from the expected value. */
const amountOf = (said: unknown): bigint =>
  Number.isSafeInteger(said) || (typeof said === 'string' && /^[0-9]{1,30}$/.test(said)) ? BigInt(said as string) : 0n

/** The results that the service must return, without the status and the winner. */
function expectedFigures(
  proposal: ProposalRecord,
  tally: Tally,
  {
    eligible,
    verdict,
    canCount,
    isSealed = false,
  }: {
    eligible: bigint | null
    /** The source of the verdict: `counted` from the tally, or the service's own statement. */
    verdict: 'counted' | { leading: unknown; passing: unknown; reached: unknown }
    canCount: boolean
    /** Whether the ballots are not opened yet. */
    isSealed?: boolean
  },
): Said {
  const { proposalId, daoId, votingRules } = proposal
  const { decimals, threshold } = votingRules
  const head = { proposalId, daoId, decimals, votingMethod: methodOf(proposal) }
  // Invalid fractions cannot decide anything, so they are not read.
  const rule = canCount ? ruleOf(proposal) : { ...ruleOf(proposal), ...NO_FRACTIONS }
  const figures = resultFigures(tally, { ...rule, decimals, isSealed }, eligible)
  if (verdict === 'counted') return { ...head, ...figures }
  const { leading, passing, reached } = verdict
  const { options, totalVotes, totalWeight, quorum } = figures
  if (canCount) {
    const { optionDecimals, delegatedVotes, thresholdFraction } = figures
    const counts = { options, optionDecimals, totalVotes, totalWeight, delegatedVotes }
    return { ...head, ...counts, threshold, thresholdFraction, quorum, leading, passing }
  }
  const said = { leading, passing, quorum: quorum && { ...quorum, reached: reached === true } }
  return { ...head, options, totalVotes, totalWeight, threshold, ...said }
}

const NO_FRACTIONS = { thresholdFraction: undefined, quorumFraction: undefined, optimistic: undefined }

/** Figures that earlier versions of the service do not return. */
const LATER = new Set([
  ...['delegatedVotes', 'optionDecimals', 'thresholdFraction', 'support', 'rounds', 'votingMethod'],
  'objections',
])

/** Whether earlier versions of the service know all the rules that decide the proposal. */
const isPlain = ({ votingMethod, quorumFraction, optimistic, votingRules }: ProposalRecord): boolean => {
  const { thresholdFraction, delegation } = votingRules
  return [votingMethod, quorumFraction, optimistic, thresholdFraction, delegation].every((one) => one === undefined)
}

/** The expected figures that can be compared with an answer. */
function answeredOf(proposal: ProposalRecord, results: Said, expected: Said): [string, unknown][] {
  const isEarlier = results.optionDecimals === undefined && isPlain(proposal)
  return Object.entries(expected).flatMap(([name, value]): [string, unknown][] => {
    if (!isEarlier) return [[name, value]]
    if (LATER.has(name)) return []
    if (name !== 'quorum' || value === null) return [[name, value]]
    const { fraction: _fraction, missing: _missing, ...quorum } = objectOf(value)
    return [[name, quorum]]
  })
}

/** The figures that follow from the published decision and the rules. */
function decidedFigures(
  { proposal, tally, canCount, isWhole }: Pick<OnTopic, 'proposal' | 'tally' | 'canCount' | 'isWhole'>,
  { result, cancelled, status }: DecisionRecord,
  { leading, passing }: Said,
): Said {
  const counts = result.options.map(({ weight, ...one }) => ({ ...one, weight: BigInt(weight) }))
  const { totalVotes, winner } = result
  const published: Tally = {
    counts,
    totalVotes,
    totalWeight: BigInt(result.totalWeight),
    rankings: tally.rankings,
    delegatedVotes: result.delegatedVotes,
  }
  const eligible = result.eligibleWeight === null ? null : BigInt(result.eligibleWeight)
  const said = { status, winner }
  if (!canCount) return { ...said, ...sumsOf(proposal, published) }
  // The record has only first preferences. Without the others, the rounds are unknown.
  const verdict = isWhole || methodOf(proposal) !== 'ranked' ? 'counted' : { leading, passing, reached: undefined }
  const { quorum, objections, ...figures } = expectedFigures(proposal, published, { eligible, verdict, canCount })
  // The service may weigh the members after a cancellation.
  const isOpen = cancelled && eligible === null
  return {
    ...said,
    ...figures,
    ...(isOpen && quorum !== null ? {} : { quorum }),
    ...(isOpen && objections !== null ? {} : { objections }),
    ...(isOpen && objections !== null ? { passing } : {}),
  }
}

/** The sums that the service must answer about a proposal that its rules cannot decide. */
function sumsOf({ proposalId, daoId, votingRules }: ProposalRecord, { counts, totalVotes, totalWeight }: Tally): Said {
  const { threshold, decimals } = votingRules
  const options = counts.map(({ weight, ...one }) => ({
    ...one,
    weight: encodeAmount(weight),
    percent: percentOf(weight, totalWeight),
  }))
  return { proposalId, daoId, threshold, decimals, options, totalVotes, totalWeight: encodeAmount(totalWeight) }
}

function compareVotes(
  { votes: said, votesTruncated }: Said,
  {
    proposal,
    votesCast,
    newest,
    ballots,
    isDecided,
  }: Pick<OnTopic, 'proposal' | 'votesCast' | 'ballots'> & { newest: readonly VoteLeaf[]; isDecided: boolean },
  faults: Findings,
): void {
  const { proposalId, daoId } = proposal
  const votes: Said[] = Array.isArray(said) ? said.map(objectOf) : []
  // The service shows fewer votes if they are large.
  const isAllThatFits = votes.length >= fitting(newest, ballots) && votes.length <= newest.length
  const shown = isDecided && isAllThatFits ? newest.slice(newest.length - votes.length) : newest
  const byNumber = new Map(shown.map((leaf) => [leaf.number, leaf]))
  if (isDecided && !Array.isArray(said)) faults.add('the service answers no list of votes with the proposal')
  const lastOf = new Map(newest.map(({ voterAddress, number }) => [voterAddress, number]))
  for (const { number, comment = null, replaced, ...vote } of votes) {
    const leaf = byNumber.get(number as number)
    if (!leaf) {
      // Before the decision, votes may not be on the topic yet.
      if (isDecided)
        faults.add(`the service answers a vote ${textOf(number)}, which is not among the newest on the topic`)
      continue
    }
    const { voterAddress, castAt, revision } = leaf
    const isReplaced = lastOf.get(voterAddress) !== leaf.number
    // Before the decision, the voter may have replaced the vote in the meantime.
    if (isDecided && (replaced === true) !== isReplaced)
      faults.add(
        `the service answers the replaced ${textOf(replaced)} of vote ${leaf.number}: the topic has ${isReplaced}`,
      )
    const expected = {
      voteId: voteId({ proposalId, number: leaf.number }),
      proposalId,
      daoId,
      voterAddress,
      ...answeredBallot(proposal, leaf, isDecided ? ballots.get(leaf.number) : undefined),
      weight: encodeAmount(BigInt(leaf.weight)),
      comment: leaf.comment ?? null,
      signed: leaf.signatures !== undefined,
      createdAt: castAt,
      updatedAt: castAt,
      revision,
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
  const isTruncated = votesCast > votes.length
  if (isDecided && votesTruncated !== undefined && votesTruncated !== isTruncated)
    faults.add(
      `the service answers the votesTruncated ${textOf(votesTruncated)}: it shows ${votes.length} of ${votesCast} votes`,
    )
}

/** The content of a vote in the service's answer: `choice` is the whole vote in one line. */
function answeredBallot(proposal: ProposalRecord, leaf: VoteLeaf, opened: OpenedBallot | undefined): Said {
  const { sealed } = leaf
  if (sealed === undefined) return said(methodOf(proposal), leaf)
  // The service may have opened it already, while its decision is not on the topic yet.
  if (!opened) return { sealed }
  const { ballot, invalid } = opened
  return { sealed, invalid, ...said(methodOf(proposal), invalid === undefined ? ballot : {}) }
}

const said = (method: VotingMethod, ballot: Ballot): Said => ({
  choices: ballot.choices,
  shares: ballot.shares,
  choice: ballotText(method, ballot),
})

/**
 * How many of these votes (the newest are last) the service shows: each vote that begins within `ANSWERED_BYTES` of
 * comments and choices.
 */
function fitting(newest: readonly VoteLeaf[], ballots: OnTopic['ballots']): number {
  let bytes = 0
  const left = newest.findLastIndex(({ comment = '', number, choices = ballots.get(number)?.ballot.choices ?? [] }) => {
    const isOver = bytes >= ANSWERED_BYTES
    bytes += utf8(comment).length + utf8(choices.join('')).length
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
