/** The support of a proposal: the weight of the option that can be adopted, and the weight that is missing. */
import type { GovernanceTypes } from '@quorate/client'
import { type ComparedShare, comparedIn } from '@quorate/verify/recount'
import { isYesOrNo, type Voting } from '../options.ts'

type Results = GovernanceTypes['Results']

/** Whether it is a vote between YES and NO. */
export const isBallotOf = (results: Results): boolean => isYesOrNo(votingIn(results))

/** How the votes of these results were cast. */
export const votingIn = ({ options, votingMethod }: Pick<Results, 'options' | 'votingMethod'>): Voting => ({
  votingOptions: options.map(({ option }) => option),
  votingMethod,
})

/** The share that the rule compares of an option; null if it leaves the option out, or the share is not known. */
export const sharesIn = (results: Results): ReadonlyMap<string, ComparedShare | null> => {
  const shares = comparedIn(results)
  return new Map(results.options.map(({ option }, index) => [option, shares[index] ?? null]))
}

/** The weight of the option that can be adopted, and the weight that it is compared with. */
export function supportOf(results: Results): { part: bigint; whole: bigint } {
  const { support, rounds, options } = results
  const name = support?.option ?? ''
  const last = rounds?.at(-1)
  if (!last) return sharesIn(results).get(name) ?? { part: 0n, whole: 0n }
  const weights = last.weights.map((weight) => BigInt(weight ?? 0))
  const whole = weights.reduce((all, one) => all + one, 0n)
  return { part: weights[options.findIndex(({ option }) => option === name)] ?? 0n, whole }
}

export type Missing =
  | { kind: 'nothing' | 'lead' | 'never' }
  /** Votes for this option alone. */
  | { kind: 'votes'; votes: number }
  /** Weight for this option alone, with `decimals`. */
  | { kind: 'weight' | 'roots'; weight: bigint; decimals: number }

/**
 * The weight that the option that can be adopted lacks, if nobody else votes.
 *
 * @param decimals The decimals of an option's weight; undefined until they are known
 * @param isEqual Whether all votes weigh the same
 */
export function missingFor(
  results: Results,
  { decimals, isEqual }: { decimals: number | undefined; isEqual: boolean },
): Missing | undefined {
  const { support, votingMethod } = results
  if (support === null) return { kind: 'lead' }
  if (support.missing === null) return { kind: 'never' }
  const missing = BigInt(support.missing)
  if (missing > 0n) {
    if (decimals === undefined) return undefined
    // An undivided vote adds this much.
    const one = 10n ** BigInt(decimals)
    if (isEqual) return { kind: 'votes', votes: Number((missing + one - 1n) / one) }
    return { kind: votingMethod === 'quadratic' ? 'roots' : 'weight', weight: missing, decimals }
  }
  return { kind: 'nothing' }
}
