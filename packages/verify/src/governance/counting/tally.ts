/**
 * Counting, in exact integers.
 *
 *     weight      1, or a balance in smallest units
 *     cast        the sum of the weights of all who voted, abstentions included
 *     eligible    the sum of the weights of all eligible voters
 *     threshold   the share of a weight that an option needs to be adopted. The weight is that of YES and NO together;
 *                 with other options, the weight cast (`quadratic`: all options' weights; `ranked`: the last round's)
 *     quorum      the share of the eligible weight that must be cast for anything to pass
 *     objections  the share of the eligible weight that stops an optimistic proposal by voting NO. Nothing else decides
 *                 such a proposal
 */
import { type ObjectionRule, type Objections, objectionsOf } from './optimistic.ts'
import { leastOf, parseFraction, type Ratio, ratioOfPercent, reaches } from './ratios.ts'
import { instantRunoff, type Ranking, type Round } from './runoff.ts'
import { methodOf, type VotingMethod } from './voting-methods.ts'

/** The count of one option. */
export interface Count {
  option: string
  /** How many votes name this option; with the method `ranked`, as the first preference. */
  votes: number
  /** In the units of `optionDecimals`. */
  weight: bigint
}

/** All votes that count: each voter's last vote, and once more for each member whose weight follows it. */
export interface Tally {
  counts: readonly Count[]
  totalVotes: number
  /** The sum of the weights of the voters, and of the members whose delegates voted. */
  totalWeight: bigint
  /** How many of the votes are delegated. */
  delegatedVotes?: number | undefined
  /** Only for the method `ranked`. */
  rankings?: readonly Ranking[] | undefined
}

/** A tally of votes that each name one option. */
export const singleTally = (counts: readonly Count[]): Tally => ({
  counts,
  totalVotes: counts.reduce((sum, { votes }) => sum + votes, 0),
  totalWeight: counts.reduce((sum, { weight }) => sum + weight, 0n),
})

export interface Rule {
  votingMethod?: VotingMethod | undefined
  /** Percent: more than 0, at most 100; fractions count to six digits. */
  threshold: number
  /** Such as `2/3`. If set, it replaces the percentage. */
  thresholdFraction?: string | undefined
  quorum: number | null
  quorumFraction?: string | undefined
  /** Only for an optimistic proposal. */
  optimistic?: ObjectionRule | undefined
}

export interface Decision {
  passed: boolean
  /** The adopted option, if the proposal passed. */
  winner: string | null
  /** The single option ahead of all others; with YES and NO, the one of these two that is ahead. */
  leading: string | null
  /**
   * The support for the option that can be adopted: YES, or the leading one. null if there is none, and for an
   * optimistic proposal, which needs no votes.
   */
  support: Support | null
  /** null if the proposal has no quorum. */
  quorumReached: boolean | null
  /** The weight still missing for the quorum; null if the proposal has none, or if it is unknown. */
  quorumMissing: bigint | null
  /** null unless the proposal is optimistic. */
  objections: Objections | null
  /** Only for the method `ranked`: the rounds of the instant runoff. */
  rounds: readonly Round[] | null
}

export interface Support {
  option: string
  weight: bigint
  /** The weight that the threshold is a share of. */
  base: bigint
  /**
   * How much more weight for this option would adopt it, once the quorum is reached; 0 if nothing is missing, null if
   * no weight would be enough.
   */
  missing: bigint | null
}

export const standardOptions = ['YES', 'NO', 'ABSTAIN']

/** YES and NO, perhaps ABSTAIN, and nothing else. */
export const isStandard = (options: readonly string[]): boolean =>
  options.includes('YES') && options.includes('NO') && options.every((option) => standardOptions.includes(option))

/** The share that decides. */
export const thresholdOf = ({ threshold, thresholdFraction }: Pick<Rule, 'threshold' | 'thresholdFraction'>): Ratio =>
  fractionOf(thresholdFraction) ?? ratioOfPercent(threshold)

/**
 * Whether the weights of all members must be known for a result. With equal weights, they are always known. With other
 * weights, they are needed for quorums and objections, which are shares of them, and for delegation, since delegating
 * members have a weight although they do not vote.
 */
export const needsAllWeights = ({
  votingRules: { tokenWeighted, delegation },
  quorum,
  optimistic,
}: {
  votingRules: { tokenWeighted: boolean; delegation?: true }
  quorum: number | null
  optimistic?: true | undefined
}): boolean => tokenWeighted && (quorum !== null || delegation === true || optimistic === true)

/** The rule that decides a proposal. */
export const ruleOf = (proposal: {
  votingMethod?: VotingMethod | undefined
  votingRules: Pick<Rule, 'threshold' | 'thresholdFraction'> & Partial<ObjectionRule>
  quorum: number | null
  quorumFraction?: string | undefined
  optimistic?: true | undefined
}): Rule => ({
  votingMethod: proposal.votingMethod,
  threshold: proposal.votingRules.threshold,
  thresholdFraction: proposal.votingRules.thresholdFraction,
  quorum: proposal.quorum,
  quorumFraction: proposal.quorumFraction,
  ...(proposal.optimistic ? { optimistic: objectionRule(proposal.votingRules) } : {}),
})

/**
 * Rules without objections permit no optimistic proposal, so its record is refused. With 0 percent, none would pass.
 */
const objectionRule = ({ objections = 0, objectionsFraction }: Partial<ObjectionRule>): ObjectionRule => ({
  objections,
  objectionsFraction,
})

/** null without a quorum */
export const quorumOf = ({ quorum, quorumFraction }: Pick<Rule, 'quorum' | 'quorumFraction'>): Ratio | null =>
  quorum === null ? null : (fractionOf(quorumFraction) ?? ratioOfPercent(quorum))

function fractionOf(text: string | undefined): Ratio | undefined {
  if (text === undefined) return undefined
  const ratio = parseFraction(text)
  // Records with such a text are refused before they are counted. This ensures that nothing can pass by it.
  if (ratio === undefined) throw new RangeError(`${text} is not a fraction of up to 1`)
  return ratio
}

/**
 * Decides from these counts. With YES and NO, these must hold: YES > 0, YES ≠ NO and YES / (YES + NO) ≥ threshold. With
 * other options, the single leading one must reach the threshold. An optimistic proposal passes unless NO reaches its
 * share of the eligible weight.
 *
 * @param eligible null while it is not known; needed for a quorum and for objections
 */
export function decide(tally: Tally, rule: Rule, eligible: bigint | null): Decision {
  return rule.optimistic ? decideOptimistic(tally, rule.optimistic, eligible) : decideByVotes(tally, rule, eligible)
}

function decideOptimistic({ counts }: Tally, rule: ObjectionRule, eligible: bigint | null): Decision {
  const weight = counts.find(({ option }) => option === 'NO')?.weight ?? 0n
  const objections = objectionsOf(rule, weight, eligible)
  const passed = !objections.isReached
  const leading = leader(counts.filter(({ option }) => option !== 'ABSTAIN'))?.option ?? null
  const none = { support: null, quorumReached: null, quorumMissing: null, rounds: null }
  return { passed, winner: passed ? 'YES' : null, leading, objections, ...none }
}

function decideByVotes(tally: Tally, rule: Rule, eligible: bigint | null): Decision {
  const { candidate, leading, base, rival, rounds } = contest(tally, rule)
  const threshold = thresholdOf(rule)
  const quorum = quorumOf(rule)
  const quorumReached = quorum === null ? null : eligible !== null && reaches(quorum, tally.totalWeight, eligible)
  const isAdopted = candidate && candidate.weight > 0n && leading !== null
  const passes = isAdopted && reaches(threshold, candidate.weight, base) && quorumReached !== false
  return {
    passed: passes === true,
    winner: passes ? candidate.option : null,
    leading,
    support: candidate && {
      option: candidate.option,
      weight: candidate.weight,
      base,
      missing: missingOf(threshold, candidate.weight, { base, rival }),
    },
    quorumReached,
    quorumMissing: quorum && eligible !== null ? atLeastZero(leastOf(quorum, eligible) - tally.totalWeight) : null,
    objections: null,
    rounds,
  }
}

export const atLeastZero = (value: bigint): bigint => (value > 0n ? value : 0n)

/** The least x with (weight + x) / (base + x) ≥ threshold, where weight + x is neither 0 nor the rival's weight. */
function missingOf(
  { part, whole }: Ratio,
  weight: bigint,
  { base, rival }: Pick<Contest, 'base' | 'rival'>,
): bigint | null {
  const lacking = part * base - weight * whole
  const gain = whole - part
  if (lacking > 0n && gain === 0n) return null
  const share = lacking > 0n ? (lacking + gain - 1n) / gain : 0n
  const some = weight + share > 0n ? share : 1n
  return weight + some === rival ? some + 1n : some
}

interface Contest {
  /** The option that can be adopted. */
  candidate: Pick<Support, 'option' | 'weight'> | null
  leading: string | null
  base: bigint
  /** The weight of NO, which must differ from that of YES; null if these are not the options. */
  rival: bigint | null
  rounds: readonly Round[] | null
}

function contest({ counts, totalWeight, rankings = [] }: Tally, rule: Rule): Contest {
  const method = methodOf(rule)
  if (method === 'ranked') {
    const rounds = instantRunoff(counts.length, rankings, thresholdOf(rule))
    const weights = rounds.at(-1)?.weights ?? []
    const left = counts.flatMap((one, index) => {
      const weight = weights[index] ?? null
      return weight === null ? [] : { ...one, weight }
    })
    const first = leader(left)
    return { candidate: first, leading: first?.option ?? null, base: sumOf(left), rival: null, rounds }
  }
  const isStandardBallot = method === 'single' && isStandard(counts.map(({ option }) => option))
  const contenders = isStandardBallot ? counts.filter(({ option }) => option !== 'ABSTAIN') : counts
  const first = leader(contenders)
  const candidate = isStandardBallot ? (counts.find(({ option }) => option === 'YES') ?? null) : first
  const base = isStandardBallot || method === 'quadratic' ? sumOf(contenders) : totalWeight
  return {
    candidate,
    leading: first?.option ?? null,
    // Parts of weights have two more decimals than weights.
    base: method === 'weighted' ? base * 100n : base,
    rival: isStandardBallot ? (counts.find(({ option }) => option === 'NO')?.weight ?? null) : null,
    rounds: null,
  }
}

const sumOf = (counts: readonly { weight: bigint }[]): bigint => counts.reduce((sum, { weight }) => sum + weight, 0n)

/** The weight that counts as 100 % when an option's weight is shown as a percentage. */
export const shownBase = ({ counts, totalWeight }: Tally, method: VotingMethod): bigint => {
  if (method === 'quadratic') return sumOf(counts)
  return method === 'weighted' ? totalWeight * 100n : totalWeight
}

function leader(counts: readonly Count[]): Count | null {
  const [first, second] = counts.toSorted((a, b) => (a.weight === b.weight ? 0 : a.weight > b.weight ? -1 : 1))
  if (!first || first.weight === 0n || first.weight === second?.weight) return null
  return first
}
