/** Turns the input for what happens after a vote into rules of a DAO: the delay, the veto and optimistic passing. */
import { type OptimisticKind, type ShownRules, usualKinds } from '@quorate/verify/recount'
import { isEmpty, noAmount, type TypedAmount } from '../../parts/inputs/typed-amount.ts'
import type { AfterVoteRules } from './dao-form.ts'
import { type Book, emptyRule, patchOf, type RuleInput, type RuleName } from './rules-form.ts'

export interface AfterVoteForm {
  /** Hours; empty for none. */
  delay: TypedAmount
  /** The account that may veto; empty for none. */
  veto: string
  isOptimistic: boolean
  /** A percentage or a fraction. */
  objections: TypedAmount
  /** Hours. */
  objectionPeriod: TypedAmount
  /** Account ids or names of the address book; empty for everybody. */
  proposers: string
  kinds: OptimisticKind[]
}

export const usualAfterVote: AfterVoteForm = {
  delay: noAmount,
  veto: '',
  isOptimistic: false,
  objections: { text: '10' },
  objectionPeriod: { text: '72' },
  proposers: '',
  kinds: [...usualKinds],
}

/** `vetoDelay`: a veto without a delay. */
export type AfterVoteFault = RuleName | 'vetoDelay'

/** A DAO without any of these rules. */
const NO_RULES: ShownRules = { threshold: 50, minVotingPeriod: 0, tokenWeighted: false, tokenId: null }

const inputOf = (name: RuleName, part: Partial<RuleInput>): RuleInput => ({ ...emptyRule(name, NO_RULES), ...part })

/** The rules in the form, or its faults. */
export function afterVoteOf(
  form: AfterVoteForm,
  book: Omit<Book, 'ofWeight'>,
): { rules: AfterVoteRules } | { faults: AfterVoteFault[] } {
  const { delay, veto, isOptimistic, objections, objectionPeriod, proposers, kinds } = form
  const given: RuleInput[] = [
    ...(isEmpty(delay) ? [] : [inputOf('executionDelay', { typed: delay })]),
    ...(veto.trim() === '' ? [] : [inputOf('veto', { text: veto })]),
    ...(isOptimistic
      ? [
          inputOf('objections', { typed: objections }),
          inputOf('objectionPeriod', { typed: objectionPeriod }),
          ...(proposers.trim() === '' ? [] : [inputOf('optimisticProposers', { text: proposers })]),
          inputOf('optimisticKinds', { kinds }),
        ]
      : []),
  ]
  const made = patchOf(given, { ...book, ofWeight: undefined })
  const faults: AfterVoteFault[] = [
    ...('faults' in made ? made.faults : []),
    ...(isOptimistic && isEmpty(objections) ? (['objections'] as const) : []),
    ...(isOptimistic && isEmpty(objectionPeriod) ? (['objectionPeriod'] as const) : []),
    ...(isOptimistic && kinds.length === 0 ? (['optimisticKinds'] as const) : []),
    ...(veto.trim() !== '' && isEmpty(delay) ? (['vetoDelay'] as const) : []),
  ]
  if (faults.length > 0 || !('patch' in made)) return { faults }
  // No input is empty, so the patch removes no rule.
  const { optimisticKinds, ...rules } = made.patch as AfterVoteRules
  return { rules: { ...rules, ...(isUsual(kinds) || !optimisticKinds ? {} : { optimisticKinds }) } }
}

const isUsual = (kinds: readonly OptimisticKind[]): boolean =>
  kinds.length === usualKinds.length && usualKinds.every((kind) => kinds.includes(kind))
