/**
 * Instant runoff. Each vote counts for its preferred option among those that are still in. As long as no option has
 * enough weight, the option with the least is eliminated, and its votes go to their next preference.
 *
 * If several options have the least weight, their weights in earlier rounds decide, beginning with the latest: the one
 * that had less is eliminated. If they were equal in all rounds, the one that the proposal lists last is eliminated.
 */
import { type Ratio, reaches } from './ratios.ts'

/** All votes with the same preferences. */
export interface Ranking {
  /** Positions of options, the preferred one first. */
  choices: readonly number[]
  weight: bigint
}

export interface Round {
  /** The weight of each option, in the proposal's order; null once it is eliminated. */
  weights: readonly (bigint | null)[]
  /** The weight of votes that name no option that is still in. */
  exhausted: bigint
  /** The position of the option that is eliminated after this round; null in the last one. */
  eliminated: number | null
}

/**
 * Returns all rounds. The runoff ends with the first round that leaves two options, or that gives one option enough:
 * more than half of the weight that still counts, and the threshold.
 *
 * @param options the number of options, at least two
 */
export function instantRunoff(options: number, rankings: readonly Ranking[], threshold: Ratio): Round[] {
  const rounds: Round[] = []
  const isOut: boolean[] = new Array(options).fill(false)
  for (let left = options; ; left--) {
    const { weights, exhausted } = countRound(isOut, rankings)
    const total = weights.reduce<bigint>((sum, weight) => sum + (weight ?? 0n), 0n)
    const isEnough = weights.some(
      (weight) => weight !== null && weight * 2n > total && reaches(threshold, weight, total),
    )
    const eliminated = isEnough || left <= 2 ? null : last(weights, rounds)
    rounds.push({ weights, exhausted, eliminated })
    if (eliminated === null) return rounds
    isOut[eliminated] = true
  }
}

function countRound(isOut: readonly boolean[], rankings: readonly Ranking[]) {
  const weights = isOut.map((out): bigint | null => (out ? null : 0n))
  let exhausted = 0n
  for (const { choices, weight } of rankings) {
    const choice = choices.find((option) => !isOut[option])
    if (choice === undefined) exhausted += weight
    else weights[choice] = (weights[choice] ?? 0n) + weight
  }
  return { weights, exhausted }
}

/** The position of the option to eliminate. */
function last(weights: readonly (bigint | null)[], earlier: readonly Round[]): number {
  let lowest = -1
  for (const [option, weight] of weights.entries())
    if (weight !== null && (lowest < 0 || isBehind(option, lowest, [...earlier, { weights }]))) lowest = option
  return lowest
}

/** Whether `option` is behind `other`, which the proposal lists earlier. True if they were equal in all rounds. */
function isBehind(option: number, other: number, rounds: readonly Pick<Round, 'weights'>[]): boolean {
  for (const { weights } of rounds.toReversed()) {
    const [own, theirs] = [weights[option] ?? 0n, weights[other] ?? 0n]
    if (own !== theirs) return own < theirs
  }
  return true
}
