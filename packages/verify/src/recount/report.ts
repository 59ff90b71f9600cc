import { isStandard, percentOf } from '../governance/tally.ts'
import { plural } from '../values/english.ts'
import type { Cancellation } from './cancellation.ts'
import { plain } from './plain.ts'
import type { Recount } from './recount.ts'

export interface ReportOptions {
  /** The mirror's host. */
  mirror: string
  /** Whether the user knows the topic from another source than the service. */
  isTopicKnown: boolean
}

/** Exit code: 0 if the published result holds, 1 if it does not, 2 if the recount is inconclusive. */
export const exitCode = ({ faults, doubts }: Recount): 0 | 1 | 2 => (faults.length > 0 ? 1 : doubts.length > 0 ? 2 : 0)

/** The recount next to the published result, as text for people. */
export function report(counted: Recount, asked: ReportOptions): string {
  const { proposal, published, faults, doubts, notes, anchoredAt, dao } = counted
  const lines = [
    line('Proposal', counted.proposalId, proposal.title),
    dao ? line('DAO', dao.daoId, dao.name) : line('DAO', 'its record is not on the topic'),
    line('Topic', `${counted.topicId} of ${counted.chain}, written by ${counted.publishers.join(', ')}`),
    line('Mirror', `${asked.mirror}, ${shownLine(counted)}`),
    line('Voting', `${proposal.startTime} to ${proposal.endTime}`),
    line('Rules', rulesLine(counted)),
    line(
      'Anchored',
      `the proposal at ${anchoredAt.proposal}, the electorate ${at(anchoredAt.electorate)}, the last votes ${at(anchoredAt.votes)}, the decision ${at(anchoredAt.decision)}`,
    ),
    ...(counted.cancellation ? [line('Cancelled', cancelledLine(counted.cancellation, proposal))] : []),
    line('Members', membersLine(counted)),
    ...(proposal.votingRules.tokenWeighted ? [line('Weights', weightsLine(counted))] : []),
    '',
    row('', 'counted', '', 'published'),
    ...counted.counts.map((count, index) => {
      const theirs = published?.result.options[index]
      const share = `${percentOf(count.weight, counted.totalWeight)}%`
      return row(optionLabel(count.option), `${count.weight}`, share, theirs?.weight ?? '-')
    }),
    row('votes', `${counted.totalVotes}`, '', `${published?.result.totalVotes ?? '-'}`),
    row('weight', `${counted.totalWeight}`, '', published?.result.totalWeight ?? '-'),
    ...(counted.eligibleWeight === null
      ? []
      : [row('eligible', `${counted.eligibleWeight}`, '', published?.result.eligibleWeight ?? '-')]),
    // The outcome of the votes so far is not a result yet.
    row('result', published ? counted.status : '-', '', published?.status ?? 'not decided'),
    '',
    signedLine(counted),
    ...(counted.signedByIdAlone > 0
      ? [
          `${counted.signedByIdAlone} votes are signed by the proposal's id alone: their voters' signatures say nothing of what was voted on`,
        ]
      : []),
    ...counted.fixedLate.map((late) => `LATE   ${plain(late)}`),
    ...notes.map((note) => `NOTE   ${plain(note)}`),
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

/** The indentation shows that the text is an option, which may be called `result` or imitate the verdict. */
const optionLabel = (option: string): string => `  ${plain(option)}`

/** The last lines of a report with faults, or the whole report if the recount could not continue. */
export const reportOfFaults = (faults: readonly string[]): string =>
  [...faults.map((fault) => `FAULT  ${plain(fault)}`), 'The published result does NOT hold.'].join('\n')

const at = (time: string | null): string => (time ? `at ${time}` : 'not yet')

/** The rules that decide the proposal, as on the topic, for readers to compare with the rules that they know. */
function rulesLine({ proposal: { votingRules, votingOptions, quorum, validUntil } }: Recount): string {
  const { threshold, minVotingPeriod } = votingRules
  const of = isStandard(votingOptions) ? 'YES and NO together' : 'all that was cast'
  const needs = quorum === null ? 'no quorum' : `a quorum of ${quorum}%`
  const until = validUntil === undefined ? '' : `, valid until ${validUntil}`
  return `${threshold}% of ${of} adopt, ${needs}, ${plural(minVotingPeriod, 'hour')} of voting at least${until}`
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

function signedLine({ signedVotes, totalVotes }: Recount): string {
  const others = totalVotes - signedVotes
  const rest = others === 1 ? '1 rests' : `${others} rest`
  return `${signedVotes} of ${plural(totalVotes, 'vote')} ${totalVotes === 1 ? 'is signed by its voter' : 'are signed by their voters'}; ${rest} on the service's word`
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
