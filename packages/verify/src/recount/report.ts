import { comparedShares } from '../governance/counting/result-figures.ts'
import { isStandard, ruleOf } from '../governance/counting/tally.ts'
import { methodOf } from '../governance/counting/voting-methods.ts'
import { plural } from '../values/english.ts'
import type { Cancellation } from './checks/cancellation.ts'
import { plain } from './plain.ts'
import type { Recount } from './recount.ts'

export interface ReportOptions {
  /** The mirror's host. */
  mirror: string
  /** Whether the user knows the topic from a source other than the service. */
  isTopicKnown: boolean
}

/** Exit code: 0 if the published result holds, 1 if it does not, 2 if the recount is inconclusive. */
export const exitCode = ({ faults, doubts }: Recount): 0 | 1 | 2 => (faults.length > 0 ? 1 : doubts.length > 0 ? 2 : 0)

/** The recount next to the published result, as text for people. */
export function report(counted: Recount, asked: ReportOptions): string {
  const { proposal, published, faults, doubts, notes, anchoredAt, dao } = counted
  const replaced = counted.votesCast - (counted.totalVotes - counted.delegatedVotes)
  const shares = comparedShares(counted, ruleOf(proposal), counted.eligibleWeight)
  const lines = [
    line('Proposal', counted.proposalId, proposal.title),
    dao ? line('DAO', dao.daoId, dao.name) : line('DAO', 'its record is not on the topic'),
    line('Topic', `${counted.topicId} of ${counted.chain}, written by ${counted.publishers.join(', ')}`),
    line('Mirror', `${asked.mirror}, ${shownLine(counted)}`),
    line('Voting', `${proposal.startTime} to ${proposal.endTime}`),
    ...(proposal.area === undefined ? [] : [line('Area', proposal.area)]),
    line('Rules', rulesLine(counted)),
    ...counted.rulesChanges.map((change) => line('', changeLine(change))),
    line(
      'Anchored',
      `the proposal at ${anchoredAt.proposal}, the electorate ${at(anchoredAt.electorate)}, the last votes ${at(anchoredAt.votes)}, the decision ${at(anchoredAt.decision)}`,
    ),
    ...(counted.cancellation ? [line('Cancelled', cancelledLine(counted.cancellation, proposal))] : []),
    ...executionLines(counted),
    line('Members', membersLine(counted)),
    ...(proposal.votingRules.tokenWeighted ? [line('Weights', weightsLine(counted))] : []),
    '',
    row('', 'counted', '', 'published'),
    ...counted.counts.map((count, index) => {
      const theirs = published?.result.options[index]
      const share = shares[index]
      return row(optionLabel(count.option), `${count.weight}`, share ? `${share.percent}%` : '', theirs?.weight ?? '-')
    }),
    ...roundLines(counted),
    row('votes', `${counted.totalVotes}`, '', `${published?.result.totalVotes ?? '-'}`),
    row('weight', `${counted.totalWeight}`, '', published?.result.totalWeight ?? '-'),
    ...(counted.eligibleWeight === null
      ? []
      : [row('eligible', `${counted.eligibleWeight}`, '', published?.result.eligibleWeight ?? '-')]),
    // Before the decision, the outcome of the votes so far is not a result.
    row('result', published ? counted.status : '-', '', published?.status ?? 'not decided'),
    ...objectionLines(counted),
    '',
    ...(replaced > 0 ? [`${plural(replaced, 'vote')} replaced by a later one of the same voter`] : []),
    signedLine(counted),
    ...delegationLines(counted),
    ...(counted.signedByIdAlone > 0
      ? [
          `${counted.signedByIdAlone} votes are signed by the proposal's id alone: their voters' signatures say nothing of what was voted on`,
        ]
      : []),
    ...counted.fixedLate.map((late) => `LATE   ${plain(late)}`),
    ...notes.map((note) => `NOTE   ${plain(note)}`),
    ...counted.setAside.map((message) => `ASIDE  ${plain(message)}`),
    ...doubts.map((doubt) => `DOUBT  ${plain(doubt)}`),
    ...(faults.length > 0 ? [reportOfFaults(faults)] : [verdict(counted, asked)]),
  ]
  return lines.join('\n')
}

/** A line of the head. Its texts may come from other people. */
const line = (label: string, ...texts: string[]): string => `${label.padEnd(12)}${texts.map(plain).join('  ')}`

/** A line of the table. The texts after its label may come from other people. */
const row = (label: string, ...texts: string[]): string =>
  label.padEnd(12) + texts.map((text, index) => plain(text).padStart(index % 2 ? 10 : 22)).join('')

/**
 * The indentation marks the text as an option. Without it, an option named `result` could look like the result's line
 * or the verdict.
 */
const optionLabel = (option: string): string => `  ${plain(option)}`

/** The last lines of a report with faults, or the whole report if the recount could not continue. */
export const reportOfFaults = (faults: readonly string[]): string =>
  [...faults.map((fault) => `FAULT  ${plain(fault)}`), 'The published result does NOT hold.'].join('\n')

const at = (time: string | null): string => (time ? `at ${time}` : 'not yet')

/** The rules that decide the proposal, as on the topic. Readers compare them with the rules that they know. */
function rulesLine({ proposal }: Recount): string {
  const { votingRules, quorum, quorumFraction, validUntil, optimistic } = proposal
  const { threshold, thresholdFraction, minVotingPeriod, votesChangeable } = votingRules
  const share = thresholdFraction ?? `${threshold}%`
  const needs = quorum === null ? 'no quorum' : `a quorum of ${quorumFraction ?? `${quorum}%`}`
  const changes = [
    ...(votesChangeable ? [', votes may be changed'] : []),
    ...(proposal.ballotKey
      ? [`, votes are secret until the end, by the network key ${proposal.ballotKey.networkKey}`]
      : []),
  ].join('')
  const until = validUntil === undefined ? '' : `, valid until ${validUntil}`
  if (optimistic) {
    const { objections, objectionsFraction, objectionPeriod = 0 } = votingRules
    const stop = objectionsFraction ?? `${objections}%`
    return `optimistic: passes unless NO reaches ${stop} of all eligible weight, ${plural(objectionPeriod, 'hour')} of voting at least${changes}${until}`
  }
  return `${share} of ${thresholdBase(proposal)} adopt, ${needs}, ${plural(minVotingPeriod, 'hour')} of voting at least${changes}${until}`
}

/** When the decision may be carried out, if the rules have a delay, and any veto against it. */
function executionLines({ published, executableAt, veto, proposal }: Recount): string[] {
  const { executionDelay = 0, veto: council } = proposal.votingRules
  if (executionDelay === 0) return []
  const who = council === undefined ? '' : `; ${council} may veto before that`
  const when =
    executableAt === null
      ? `${plural(executionDelay, 'hour')} after it has passed${published ? ', which it has not' : ''}`
      : `from ${executableAt} on, by the ledger's time`
  return [
    line('Carried out', veto?.isInTime ? 'never: it was vetoed' : `${when}${who}`),
    ...(veto ? [line('Veto', `at ${veto.at} by ${veto.by}${veto.isInTime ? '' : ', too late'}`)] : []),
  ]
}

/** Why an optimistic proposal passed, or did not pass. */
function objectionLines({ objections, published, eligibleWeight, proposal }: Recount): string[] {
  if (!objections) return []
  const { weight, needed, isReached } = objections
  const stop = proposal.votingRules.objectionsFraction ?? `${proposal.votingRules.objections}%`
  const stops = `${needed ?? 'an unknown weight'} (${stop} of ${eligibleWeight ?? 'an unknown weight'})`
  const voted = `${weight} objected, and ${stops} would stop it`
  if (!published || published.cancelled) return [`optimistic  ${voted}`]
  return [
    `optimistic  ${isReached ? `stopped: ${weight} objected, and ${stops} is enough` : `passed, because too little weight objected: ${voted}`}`,
  ]
}

function changeLine({ number, decidedBy, emergency }: Recount['rulesChanges'][number]): string {
  if (emergency !== undefined) return `rules ${number} by the signature of ${emergency}, whom the rules before named`
  return `rules ${number} by the proposal ${decidedBy}, which passed as its decision says: recount it, too`
}

/** Describes the total that the threshold is a share of. */
function thresholdBase({ votingOptions, votingMethod }: Recount['proposal']): string {
  const method = methodOf({ votingMethod })
  if (method === 'single') return isStandard(votingOptions) ? 'YES and NO together' : 'all that was cast'
  if (method === 'quadratic') return 'all square roots (quadratic voting)'
  if (method === 'ranked') return 'the last round (ranked choice)'
  return `all that was cast (${method} voting)`
}

/** The rounds of an instant runoff. */
function roundLines({ rounds, counts }: Recount): string[] {
  if (rounds === null) return []
  return rounds.map(({ weights, exhausted, eliminated }, index) => {
    const left = counts.flatMap(({ option }, at) => {
      const weight = weights[at] ?? null
      return weight === null ? [] : `${plain(option)} ${weight}`
    })
    const out = eliminated === null ? '' : `; ${plain(counts[eliminated]?.option ?? '')} is eliminated`
    return `  round ${index + 1}  ${left.join(', ')}, exhausted ${exhausted}${out}`
  })
}

function cancelledLine({ at, signed, replacedKeyAt }: Cancellation, { creatorAddress }: Recount['proposal']): string {
  const of = `of ${creatorAddress}, its creator`
  const unknown = "that nobody had voted is the service's word"
  if (signed) return `at ${at}, by the signature ${of}; ${unknown}`
  const why = replacedKeyAt
    ? `signed by the key ${of}, at ${replacedKeyAt}, which was replaced before the cancellation reached the topic`
    : "its creator's signature was not given"
  return `at ${at}, on the service's word: ${why}; ${unknown}, too`
}

function signedLine({ signedVotes, totalVotes, delegatedVotes }: Recount): string {
  const cast = totalVotes - delegatedVotes
  const others = cast - signedVotes
  const rest = others === 1 ? '1 rests' : `${others} rest`
  return `${signedVotes} of ${plural(cast, 'vote')} ${cast === 1 ? 'is signed by its voter' : 'are signed by their voters'}; ${rest} on the service's word`
}

function delegationLines({ proposal, delegations: { inForce, signed }, delegatedVotes }: Recount): string[] {
  if (!proposal.votingRules.delegation) return []
  const of = `${plural(inForce, 'member')} had a delegate at the start (${signed} by a signature, the others on the service's word)`
  return [`${of}; ${delegatedVotes} of them did not vote and are counted with their delegates`]
}

function membersLine({ membership }: Recount): string {
  if (!membership) return "membership changes are not on the topic, so the electorate rests on the service's word"
  const { joinedBefore, leftBefore, leftSince } = membership
  return `${joinedBefore} joined and ${leftBefore} left from a minute before the proposal to its start, ${leftSince} left since`
}

function weightsLine({ proposal: { votingRules, startTime } }: Recount): string {
  const { tokenId, votingDelay = 0 } = votingRules
  const held = tokenId ?? 'hbars'
  if (votingDelay > 0)
    return `the least of ${held} that was held in the ${plural(votingDelay, 'hour')} before ${startTime}`
  return `what was held of ${held} at ${startTime}, a moment that the proposer could choose: the DAO has no votingDelay`
}

function shownLine({ confirmedBy, askedNode, chunked }: Recount): string {
  if (!confirmedBy && askedNode !== null) return `which the consensus node ${askedNode} does not confirm`
  if (!confirmedBy) return 'which is assumed to show the whole topic: no consensus node could confirm it'
  const { messages, nodeId } = confirmedBy
  const joined =
    chunked > 0 ? `; which of them are chunks of one message is as this mirror shows it (${chunked} messages)` : ''
  return `whose first ${messages} messages of the topic are compared with the consensus node ${nodeId}${joined}`
}

function verdict(counted: Recount, { isTopicKnown }: ReportOptions): string {
  const on = [
    ...(counted.confirmedBy && counted.chunked === 0 ? [] : [', as this mirror shows it']),
    ...(isTopicKnown ? [] : [', on the topic that the service named']),
    ...(counted.dao?.isEarlier
      ? [", by what DAOs of earlier versions show (who could vote is the service's word, and options may look alike)"]
      : []),
    ...(counted.fixedLate.length > 0
      ? [', if the service is believed about the records that reached the topic late']
      : []),
  ].join('')
  if (counted.doubts.length > 0) return 'The result cannot be verified.'
  return counted.published
    ? `The published result holds${on}.`
    : `Not decided yet; the records anchored so far hold${on}.`
}
