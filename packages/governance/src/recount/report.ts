import { percentOf } from '../model/tally.ts'
import { plain } from './plain.ts'
import type { Recount } from './recount.ts'

/** A recount beside what was published, as text for people. */
export function report(counted: Recount): string {
  const { proposal, published, faults, anchoredAt } = counted
  const lines = [
    `Proposal    ${counted.proposalId}  ${proposal.title}`,
    `Topic       ${counted.topicId} of ${counted.chain}, written by ${counted.publishers.join(', ')}`,
    `Voting      ${proposal.startTime} to ${proposal.endTime}`,
    `Rules       ${rulesLine(counted)}`,
    `Anchored    the proposal at ${anchoredAt.proposal}, the last votes ${at(anchoredAt.votes)}, the decision ${at(anchoredAt.decision)}`,
    `Members     ${membersLine(counted)}`,
    ...(proposal.votingRules.tokenWeighted ? [`Weights     ${weightsLine(counted)}`] : []),
    '',
    ['', 'counted', '', 'published', ''].map(column).join(''),
    ...counted.counts.map((count, index) => {
      const theirs = published?.result.options[index]
      const share = `${percentOf(count.weight, counted.totalWeight)} %`
      return [count.option, `${count.weight}`, share, theirs?.weight ?? '-', ''].map(column).join('')
    }),
    ['votes', `${counted.totalVotes}`, '', `${published?.result.totalVotes ?? '-'}`, ''].map(column).join(''),
    ['weight', `${counted.totalWeight}`, '', published?.result.totalWeight ?? '-', ''].map(column).join(''),
    ...(counted.eligibleWeight === null
      ? []
      : [
          ['eligible', `${counted.eligibleWeight}`, '', published?.result.eligibleWeight ?? '-', '']
            .map(column)
            .join(''),
        ]),
    ['result', counted.status, '', published?.status ?? 'not decided', ''].map(column).join(''),
    '',
    `${counted.signedVotes} of ${counted.totalVotes} votes are signed by their voters; ${counted.totalVotes - counted.signedVotes} rest on the service's word`,
    ...(counted.signedByIdAlone > 0
      ? [
          `${counted.signedByIdAlone} votes are signed by the proposal's id alone: their voters' signatures say nothing of what was voted on`,
        ]
      : []),
    ...counted.notes.map((note) => `NOTE   ${note}`),
    ...faults.map((fault) => `FAULT  ${fault}`),
    verdict(counted),
  ]
  return lines.map((line) => plain(line).trimEnd()).join('\n')
}

const at = (time: string | null): string => (time ? `at ${time}` : 'not yet')

/** By which it is decided, as they stand on the topic: whoever knows others has been told otherwise. */
function rulesLine({ proposal: { votingRules, quorum, validUntil } }: Recount): string {
  const { threshold, minVotingPeriod } = votingRules
  const needs = quorum === null ? 'no quorum' : `a quorum of ${quorum} %`
  const until = validUntil === undefined ? '' : `, valid until ${validUntil}`
  return `${threshold} % adopt, ${needs}, ${minVotingPeriod} hours of voting at least${until}`
}

function membersLine({ membership }: Recount): string {
  if (!membership) return "who joined and left is not on the topic: who could vote rests on the service's word"
  const { joinedBefore, leftBefore, leftSince, lateOnLedger } = membership
  const late = lateOnLedger > 0 ? `; ${lateOnLedger} changes before the start reached the ledger after it` : ''
  return `${joinedBefore} joined and ${leftBefore} left from a minute before the proposal to its start, ${leftSince} left since${late}`
}

function weightsLine({ proposal: { votingRules, startTime } }: Recount): string {
  const { tokenId, votingDelay = 0 } = votingRules
  const held = tokenId ?? 'hbars'
  if (votingDelay > 0) return `the least of ${held} that was held in the ${votingDelay} hours before ${startTime}`
  return `what was held of ${held} at ${startTime}, a moment that the proposer could choose: the DAO has no votingDelay`
}

const column = (text: string, index: number): string =>
  index === 0 ? text.padEnd(12) : text.padStart(index % 2 ? 22 : 10)

function verdict({ faults, published, proposal }: Recount): string {
  if (faults.length > 0) return 'The published result does NOT hold.'
  if (published) return 'The published result holds.'
  const over = Date.parse(proposal.endTime) < Date.now()
  return `${over ? 'The voting is over, but no decision stands on the topic' : 'Not decided yet'}; what is anchored so far holds.`
}
