/**
 * Optimistic proposals: they pass after their voting time, unless a share of the eligible weight objects by voting NO.
 * Pages load this file, so it must not import schemas.
 */
import { unprocessable, VerifyError } from '../../error.ts'
import { leastOf, parseFraction, type Ratio, ratioOfPercent, reaches } from './ratios.ts'

/** The kinds of proposals: text only, an operation, or a change of the rules or members. */
export const optimisticKinds = ['text', 'operation', 'change'] as const
export type OptimisticKind = (typeof optimisticKinds)[number]

/** The default does not include `change`: a change that nobody noticed could remove the right to object. */
export const usualKinds: readonly OptimisticKind[] = ['text', 'operation']

export const kindOf = ({ operation, change }: Record<string, unknown>): OptimisticKind =>
  change !== undefined ? 'change' : operation !== undefined ? 'operation' : 'text'

/** The rule that stops an optimistic proposal. */
export interface ObjectionRule {
  /** Percent of the eligible weight. */
  objections: number
  /** Such as `1/10`. If set, it replaces the percentage. */
  objectionsFraction?: string | undefined
}

/** @throws RangeError for a fraction that is invalid or more than 1 */
export function objectionRatio({ objections, objectionsFraction }: ObjectionRule): Ratio {
  if (objectionsFraction === undefined) return ratioOfPercent(objections)
  const ratio = parseFraction(objectionsFraction)
  if (ratio === undefined) throw new RangeError(`${objectionsFraction} is not a fraction of up to 1`)
  return ratio
}

export interface Objections {
  /** The weight that voted NO. */
  weight: bigint
  /** Whether they stop the proposal. Without any eligible weight, nobody could have objected, so it is stopped. */
  isReached: boolean
  /** The weight that would stop it; null while the eligible weight is not known. */
  needed: bigint | null
}

/** @param eligible null while it is not known: nothing passes until then */
export function objectionsOf(rule: ObjectionRule, weight: bigint, eligible: bigint | null): Objections {
  const ratio = objectionRatio(rule)
  return {
    weight,
    isReached: eligible === null || reaches(ratio, weight, eligible),
    needed: eligible === null ? null : leastOf(ratio, eligible),
  }
}

/** The rules of optimistic proposals, as records have them. */
interface OptimisticRules extends Partial<ObjectionRule> {
  objectionPeriod?: number
  optimisticProposers?: readonly string[]
  optimisticKinds?: readonly OptimisticKind[]
  maxVotingPeriod?: number
}

interface Proposed {
  optimistic?: true | undefined
  votingRules: OptimisticRules
  creatorAddress: string
  quorum: number | null
  proposalData: Record<string, unknown>
}

/**
 * Refuses an optimistic proposal that the rules do not permit. Its options are checked with those of other proposals.
 *
 * @throws 403 `NOT_A_PROPOSER`; 422 `OPTIMISTIC_NOT_ALLOWED`, `VOTING_TOO_SHORT`
 */
export function checkOptimistic(proposal: Proposed, hours: number): void {
  const { optimistic, votingRules, creatorAddress, quorum, proposalData } = proposal
  if (!optimistic) return
  const { objections, objectionPeriod = 0, optimisticProposers, optimisticKinds: kinds = usualKinds } = votingRules
  const refuse = (why: string) => unprocessable('OPTIMISTIC_NOT_ALLOWED', why)
  if (objections === undefined) throw refuse('The rules of the DAO permit no optimistic proposals')
  if (optimisticProposers && !optimisticProposers.includes(creatorAddress))
    throw new VerifyError(
      'NOT_A_PROPOSER',
      `By the rules of the DAO only ${optimisticProposers.join(', ')} may propose optimistically, not ${creatorAddress}`,
      { statusCode: 403 },
    )
  const kind = kindOf(proposalData)
  if (!kinds.includes(kind))
    throw refuse(`The proposal is a ${kind}: the rules of the DAO let only these be optimistic: ${kinds.join(', ')}`)
  if (quorum !== null) throw refuse('An optimistic proposal has no quorum: it passes unless enough weight objects')
  if (!(hours >= objectionPeriod))
    throw unprocessable(
      'VOTING_TOO_SHORT',
      `The voting takes ${hours} hours: the rules of the DAO require ${objectionPeriod} for an optimistic proposal`,
    )
}

/**
 * Refuses incomplete or contradictory rules for optimistic proposals. @throws 422 `OPTIMISTIC_INCOMPLETE`,
 * `PERIODS_CONTRADICT`
 */
export function checkObjectionRules(rules: OptimisticRules): void {
  const { objections, objectionPeriod, optimisticProposers, optimisticKinds: kinds, maxVotingPeriod } = rules
  if (objections !== undefined && !(objectionPeriod !== undefined && objectionPeriod > 0))
    throw unprocessable(
      'OPTIMISTIC_INCOMPLETE',
      `objections is ${objections} percent: set objectionPeriod, too, the hours above 0 in which members can object`,
    )
  if (objections === undefined && (objectionPeriod ?? optimisticProposers ?? kinds) !== undefined)
    throw unprocessable(
      'OPTIMISTIC_INCOMPLETE',
      'objectionPeriod, optimisticProposers and optimisticKinds are rules of optimistic proposals: set objections, too',
    )
  if (maxVotingPeriod !== undefined && objectionPeriod !== undefined && objectionPeriod > maxVotingPeriod)
    throw unprocessable(
      'PERIODS_CONTRADICT',
      `objectionPeriod is ${objectionPeriod} hours: it must be at most maxVotingPeriod, which is ${maxVotingPeriod}`,
    )
}
