import { percentOf } from '../tally.ts'
import type { Recount } from './recount.ts'

/** A recount beside what was published, as text for people. */
export function report(counted: Recount): string {
  const { proposal, published, faults, anchoredAt } = counted
  const lines = [
    `Proposal    ${counted.proposalId}  ${proposal.title}`,
    `Topic       ${counted.topicId}, written by ${counted.publishers.join(', ')}`,
    `Voting      ${proposal.startTime} to ${proposal.endTime}`,
    `Anchored    the proposal at ${anchoredAt.proposal}, the last votes ${anchoredAt.votes ? `at ${anchoredAt.votes}` : 'not yet'}`,
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
    ...faults.map((fault) => `FAULT  ${fault}`),
    verdict(counted),
  ]
  return lines.map((line) => plain(line).trimEnd()).join('\n')
}

/** Titles, options and faults are others' texts: shown so that they cannot move the cursor or pass for lines of the report. */
const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )

const column = (text: string, index: number): string =>
  index === 0 ? text.padEnd(12) : text.padStart(index % 2 ? 22 : 10)

function verdict({ faults, published, proposal }: Recount): string {
  if (faults.length > 0) return 'The published result does NOT hold.'
  if (published) return 'The published result holds.'
  const over = Date.parse(proposal.endTime) < Date.now()
  return `${over ? 'The voting is over, but no decision stands on the topic' : 'Not decided yet'}; what is anchored so far holds.`
}
