/**
 * A proposal's results as the service returns them. The service and the recount both use this function, so a recount
 * can compare every figure. Amounts are integers, or decimal strings beyond 2^53.
 */
import { encodeAmount } from '../../values/amounts.ts'
import { type ObjectionRule, objectionRatio } from './optimistic.ts'
import { percentBeside, percentOf, type Ratio } from './ratios.ts'
import {
  atLeastZero,
  type Decision,
  decide,
  isStandard,
  quorumOf,
  type Rule,
  shownBase,
  type Tally,
  thresholdOf,
} from './tally.ts'
import { methodOf, optionDecimals, type VotingMethod } from './voting-methods.ts'

type Amount = number | string

export interface ResultFigures {
  options: {
    option: string
    /** How many votes name this option; with the method `ranked`, as the first preference. */
    votes: number
    /** In units of `optionDecimals`. */
    weight: Amount
    percent: number
  }[]
  optionDecimals: number
  totalVotes: number
  totalWeight: Amount
  /** How many of the votes are delegated. */
  delegatedVotes: number
  threshold: number
  /** null if the rule has none. */
  thresholdFraction: string | null
  /** For the option that can be adopted: its share of the deciding weight, and the weight that it still lacks. */
  support: { option: string; percent: number; missing: Amount | null } | null
  quorum: {
    percent: number
    fraction: string | null
    eligibleWeight: Amount | null
    cast: number | null
    reached: boolean
    missing: Amount | null
  } | null
  /**
   * For an optimistic proposal: the weight that voted NO, its share of the eligible weight, and the share that stops
   * it.
   */
  objections: {
    percent: number
    fraction: string | null
    weight: Amount
    eligibleWeight: Amount | null
    share: number | null
    reached: boolean
    missing: Amount | null
  } | null
  leading: string | null
  /** null while ballots are sealed. */
  passing: boolean | null
  /** Only for the method `ranked`. */
  rounds: { weights: (Amount | null)[]; exhausted: Amount; eliminated: string | null }[] | null
}

/** @param eligible null while it is not known */
export function resultFigures(
  tally: Tally,
  { decimals, isSealed = false, ...rule }: Rule & { decimals: number; isSealed?: boolean },
  eligible: bigint | null,
): ResultFigures {
  const line = thresholdOf(rule)
  const decision = decide(tally, rule, eligible)
  const { support, leading, passed } = decision
  const percents = optionPercents(tally, rule)
  return {
    options: tally.counts.map(({ option, votes, weight }, index) => ({
      option,
      votes,
      weight: encodeAmount(weight),
      percent: percents[index] ?? 0,
    })),
    optionDecimals: optionDecimals(methodOf(rule), decimals),
    totalVotes: tally.totalVotes,
    totalWeight: encodeAmount(tally.totalWeight),
    delegatedVotes: tally.delegatedVotes ?? 0,
    threshold: rule.threshold,
    thresholdFraction: rule.thresholdFraction ?? null,
    support: support && {
      option: support.option,
      percent: percentBeside(line, support.weight, support.base),
      missing: orNull(support.missing),
    },
    quorum: quorumFigures(tally, rule, { eligible, decision }),
    objections: objectionFigures(rule.optimistic, decision, eligible),
    leading,
    passing: isSealed ? null : passed,
    rounds: roundFigures(tally, decision),
  }
}

/**
 * The percentage of each option in the weight that was cast (or, by the method `quadratic`, in all options' weights).
 * If the threshold is a share of the same weight, no percentage is rounded across it.
 */
export function optionPercents(tally: Tally, rule: Rule): number[] {
  const method = methodOf(rule)
  const base = shownBase(tally, method)
  const isLine = method !== 'ranked' && !(method === 'single' && isStandard(tally.counts.map(({ option }) => option)))
  const line = thresholdOf(rule)
  return tally.counts.map(({ weight }) => (isLine ? percentBeside(line, weight, base) : percentOf(weight, base)))
}

/** A share of a weight, to show next to the rule that it decides about. */
export interface ComparedShare {
  part: bigint
  whole: bigint
  /** Rounded, but never across the share that decides. */
  percent: number
  /** The fraction that decides, such as `2/3`; null for a percentage, and if the rule compares another weight. */
  fraction: string | null
}

/**
 * The share of each option that the rule of the proposal compares: YES and NO in their sum, NO of an optimistic
 * proposal in the eligible weight, and other options in all that was cast. Null for options that the rule leaves out,
 * and while the eligible weight is not known. By ranked choice, the rule compares the last round; these are the shares
 * of the first choices.
 */
export function comparedShares(tally: Tally, rule: Rule, eligible: bigint | null): (ComparedShare | null)[] {
  const method = methodOf(rule)
  const { optimistic } = rule
  const isBallot = method === 'single' && isStandard(tally.counts.map(({ option }) => option))
  const beside = (line: Ratio, fraction: string | undefined, part: bigint, whole: bigint): ComparedShare => ({
    ...{ part, whole, percent: percentBeside(line, part, whole), fraction: fraction ?? null },
  })
  if (optimistic)
    return tally.counts.map(({ option, weight }) =>
      option === 'NO' && eligible !== null
        ? beside(objectionRatio(optimistic), optimistic.objectionsFraction, weight, eligible)
        : null,
    )
  const compared = isBallot ? tally.counts.filter(({ option }) => option !== 'ABSTAIN') : tally.counts
  const whole = isBallot ? compared.reduce((sum, { weight }) => sum + weight, 0n) : shownBase(tally, method)
  return tally.counts.map((one) => {
    const { weight: part } = one
    if (!compared.includes(one)) return null
    if (method === 'ranked') return { part, whole, percent: percentOf(part, whole), fraction: null }
    return beside(thresholdOf(rule), rule.thresholdFraction, part, whole)
  })
}

/** {@link comparedShares} of results as a service returns them. */
export const comparedIn = (
  results: Pick<
    ResultFigures,
    'options' | 'totalVotes' | 'totalWeight' | 'threshold' | 'thresholdFraction' | 'objections'
  > & { votingMethod: VotingMethod },
): (ComparedShare | null)[] => {
  const { options, totalVotes, totalWeight, threshold, thresholdFraction, votingMethod, objections } = results
  const counts = options.map((one) => ({ ...one, weight: BigInt(one.weight) }))
  const optimistic = objections && {
    objections: objections.percent,
    ...(objections.fraction === null ? {} : { objectionsFraction: objections.fraction }),
  }
  const rule = { votingMethod, threshold, thresholdFraction: thresholdFraction ?? undefined, quorum: null }
  const eligible = objections?.eligibleWeight ?? null
  return comparedShares(
    { counts, totalVotes, totalWeight: BigInt(totalWeight) },
    { ...rule, ...(optimistic ? { optimistic } : {}) },
    eligible === null ? null : BigInt(eligible),
  )
}

const orNull = (amount: bigint | null): Amount | null => (amount === null ? null : encodeAmount(amount))

function quorumFigures(
  { totalWeight }: Tally,
  rule: Rule,
  { eligible, decision }: { eligible: bigint | null; decision: Decision },
): ResultFigures['quorum'] {
  const line = quorumOf(rule)
  if (line === null || rule.quorum === null) return null
  return {
    percent: rule.quorum,
    fraction: rule.quorumFraction ?? null,
    eligibleWeight: orNull(eligible),
    cast: eligible === null ? null : percentBeside(line, totalWeight, eligible),
    reached: decision.quorumReached === true,
    missing: orNull(decision.quorumMissing),
  }
}

function objectionFigures(
  rule: ObjectionRule | undefined,
  { objections }: Decision,
  eligible: bigint | null,
): ResultFigures['objections'] {
  if (!rule || !objections) return null
  const { weight, isReached, needed } = objections
  return {
    percent: rule.objections,
    fraction: rule.objectionsFraction ?? null,
    weight: encodeAmount(weight),
    eligibleWeight: orNull(eligible),
    share: eligible === null ? null : percentBeside(objectionRatio(rule), weight, eligible),
    // While the eligible weight is not known, nothing passes, and nothing is known to be stopped.
    reached: eligible !== null && isReached,
    missing: needed === null ? null : encodeAmount(atLeastZero(needed - weight)),
  }
}

const roundFigures = ({ counts }: Tally, { rounds }: Decision): ResultFigures['rounds'] =>
  rounds?.map(({ weights, exhausted, eliminated }) => ({
    weights: weights.map(orNull),
    exhausted: encodeAmount(exhausted),
    eliminated: eliminated === null ? null : (counts[eliminated]?.option ?? null),
  })) ?? null
