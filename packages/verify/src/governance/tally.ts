/**
 * Counting, in exact integers.
 *
 *     weight      1, or a balance in smallest units
 *     cast        the sum of all weights cast, abstentions included
 *     eligible    the sum of the weights of all eligible voters
 *     threshold   percent: of YES and NO together, or, with custom options, of the weight cast
 *     quorum      percent of the eligible weight that must be cast for anything to pass
 */

/** The count of one option. */
export interface Count {
  option: string
  votes: number
  weight: bigint
}

export interface Rule {
  /** Percent: more than 0, at most 100; fractions count to six digits. */
  threshold: number
  quorum: number | null
}

export interface Decision {
  passed: boolean
  /** The adopted option, if the proposal passed. */
  winner: string | null
  /** The single option ahead of all others; with YES and NO, the one of these two that is ahead. */
  leading: string | null
  /** null if the proposal has no quorum. */
  quorumReached: boolean | null
}

const PARTS = 1_000_000n
/** A percentage in millionths of a percent, exact for up to six digits after the point. */
const parts = (percent: number): bigint => BigInt(Math.round(percent * Number(PARTS)))

export const standardOptions = ['YES', 'NO', 'ABSTAIN']

/** YES and NO, perhaps ABSTAIN, and nothing else. */
export const isStandard = (options: readonly string[]): boolean =>
  options.includes('YES') && options.includes('NO') && options.every((option) => standardOptions.includes(option))

export const totalWeight = (counts: readonly Count[]): bigint => counts.reduce((sum, { weight }) => sum + weight, 0n)
export const totalVotes = (counts: readonly Count[]): number => counts.reduce((sum, { votes }) => sum + votes, 0)

/**
 * Decides by these counts. With YES and NO, these must hold: YES > 0, YES ≠ NO and 100·YES ≥ threshold·(YES + NO). With
 * custom options, the single leading one must have at least `threshold` percent of the weight cast.
 *
 * @param eligible null while it is not known; needed only for a quorum
 */
export function decide(counts: readonly Count[], rule: Rule, eligible: bigint | null): Decision {
  const standard = isStandard(counts.map(({ option }) => option))
  const contenders = standard ? counts.filter(({ option }) => option !== 'ABSTAIN') : counts
  const first = leader(contenders)
  const candidate = standard && first ? counts.find(({ option }) => option === 'YES') : first
  const quorumReached = reachesQuorum(totalWeight(counts), rule.quorum, eligible)
  const adopted = candidate && isEnough(candidate.weight, totalWeight(contenders), rule.threshold)
  const winner = adopted && quorumReached !== false ? candidate.option : null
  return { passed: winner !== null, winner, leading: first?.option ?? null, quorumReached }
}

const isEnough = (weight: bigint, base: bigint, threshold: number): boolean =>
  weight > 0n && weight * 100n * PARTS >= parts(threshold) * base

function leader(counts: readonly Count[]): Count | null {
  const [first, second] = counts.toSorted((a, b) => (a.weight === b.weight ? 0 : a.weight > b.weight ? -1 : 1))
  if (!first || first.weight === 0n || first.weight === second?.weight) return null
  return first
}

function reachesQuorum(cast: bigint, quorum: number | null, eligible: bigint | null): boolean | null {
  if (quorum === null) return null
  return eligible !== null && cast * 100n * PARTS >= parts(quorum) * eligible
}

/** `part` of `whole` in percent, rounded half up to two digits after the point; for display only. */
export const percentOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 20_000n + whole) / (whole * 2n)) / 100
