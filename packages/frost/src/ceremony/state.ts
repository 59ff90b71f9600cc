/** The state of a ceremony after the records so far. It is the same for everyone who has read the same records. */

import type { Point } from '../group/group.ts'
import type { GroupKey } from '../group-key.ts'
import type { Start, StartMember } from '../records/schema.ts'

/** In this order. Only a repair has `give` and `check`; only ceremonies that replace old shares have `prove`. */
export type Phase = 'commit' | 'deal' | 'judge' | 'give' | 'check' | 'confirm' | 'prove' | 'done' | 'failed'

/** What a member provably did wrong. */
export type Fault =
  /** It did not write its record before the end of the phase, in consensus time. */
  | 'SILENT'
  /** It said that it takes no part. */
  | 'REFUSED'
  /** Its commitments are too few or too many, are not valid points, or do not fit its present share. */
  | 'WRONG_COMMITMENTS'
  /** It did not prove that it knows the secrets of its commitments and of its sealing key. */
  | 'WRONG_PROOF'
  /** Its record lacks a share for a member, or has one for somebody else. */
  | 'INCOMPLETE_DEAL'
  /** A share does not fit the commitments. */
  | 'WRONG_SHARE'
  /** It complained about a valid share, or without evidence. */
  | 'FALSE_COMPLAINT'
  /** It computed a different key, or did not prove that it has its share. */
  | 'WRONG_CONFIRMATION'

/** The points that a member has committed to. */
export interface Committed {
  receiving: Point | undefined
  sealing: Point | undefined
  /**
   * The commitments to its polynomial's coefficients, starting with the constant, or in a repair to its deltas. Empty
   * if it deals nothing.
   */
  points: readonly Point[]
}

export interface State {
  readonly start: Start
  readonly previous: GroupKey | undefined
  /** The digest that binds each record to this ceremony. */
  readonly context: Uint8Array
  readonly dkgId: string
  /** All parties by number: the members of the new group, and the members that leave. */
  readonly parties: ReadonlyMap<number, StartMember>
  phase: Phase
  /** The end of the phase, in nanoseconds of consensus time. */
  deadline: bigint
  readonly faults: Map<number, Fault>
  /** Why members refused to take part. */
  readonly reasons: Map<number, string>
  readonly commits: Map<number, Committed>
  /**
   * The members that must be dealt a share in this phase: those that remained when the phase began. So a dealer that
   * has not yet read of another's fault in the same phase does not look like a cheater.
   */
  receivers: readonly number[]
  /** Sealed shares by round, dealer and receiver. */
  readonly deals: readonly [Map<number, Map<number, string>>, Map<number, Map<number, string>>]
  /** The members that have written their record of this phase. */
  readonly spoken: Set<number>
  /** The dealers whose shares count. Empty before phase `confirm`. */
  qualified: readonly number[]
  /** Set from phase `confirm` on. */
  result: GroupKey | undefined
  /** Whether the new shares have signed a test message. */
  isProven: boolean
  failure: string | undefined
}

export type Round = 1 | 2

export const dealsOf = (state: State, round: Round): Map<number, Map<number, string>> =>
  state.deals[(round - 1) as 0 | 1]

/** These numbers without members that were excluded for a fault. */
export const activeOf = ({ faults }: State, numbers: readonly number[]): readonly number[] =>
  numbers.filter((number) => !faults.has(number))
