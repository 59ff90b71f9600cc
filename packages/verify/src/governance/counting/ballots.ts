/** Tallies votes. The service adds up its running tally with the same functions. */

import type { Ranking } from './runoff.ts'
import type { Count, Tally } from './tally.ts'
import { type Ballot, methodOf, partsOf, type Voting } from './voting-methods.ts'

/** A vote that counts. */
export interface WeighedBallot {
  ballot: Ballot
  weight: bigint
}

/**
 * Counts valid votes, one per voter.
 *
 * @param voting `decimals` are the decimals of voters' weights
 */
export function tallyOf(voting: Voting & { decimals: number }, ballots: Iterable<WeighedBallot>): Tally {
  const counts = voting.votingOptions.map((option): Count => ({ option, votes: 0, weight: 0n }))
  const rankings = new Map<string, Ranking>()
  const isRanked = methodOf(voting) === 'ranked'
  let totalVotes = 0
  let totalWeight = 0n
  for (const { ballot, weight } of ballots) {
    totalVotes++
    totalWeight += weight
    for (const part of partsOf(voting, ballot, weight)) {
      const count = counts[part.option]
      if (!count) continue
      count.votes++
      count.weight += part.weight
    }
    if (isRanked) addRanking(rankings, voting, ballot, weight)
  }
  return { counts, totalVotes, totalWeight, ...(isRanked ? { rankings: [...rankings.values()] } : {}) }
}

/** The sum of two tallies of the same proposal. */
export const addTallies = (one: Tally, other: Tally): Tally => ({
  counts: one.counts.map(({ option, votes, weight }, index) => ({
    option,
    votes: votes + (other.counts[index]?.votes ?? 0),
    weight: weight + (other.counts[index]?.weight ?? 0n),
  })),
  totalVotes: one.totalVotes + other.totalVotes,
  totalWeight: one.totalWeight + other.totalWeight,
  rankings: one.rankings && [...one.rankings, ...(other.rankings ?? [])],
  delegatedVotes: (one.delegatedVotes ?? 0) + (other.delegatedVotes ?? 0),
})

function addRanking(rankings: Map<string, Ranking>, { votingOptions }: Voting, ballot: Ballot, weight: bigint): void {
  const choices = (ballot.choices ?? []).map((choice) => votingOptions.indexOf(choice))
  const key = choices.join()
  rankings.set(key, { choices, weight: (rankings.get(key)?.weight ?? 0n) + weight })
}
