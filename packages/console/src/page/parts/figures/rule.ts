/** Explains an M-of-N rule. */
import type { Texts } from '../../texts/en.ts'

export type RuleKind = 'alone' | 'all' | 'some'

export function ruleOf(threshold: number, owners: number): RuleKind {
  if (threshold === 1) return 'alone'
  return threshold === owners ? 'all' : 'some'
}

export function ruleText(threshold: number, owners: number, { create }: Texts): string {
  const kind = ruleOf(threshold, owners)
  return kind === 'some' ? create.some(threshold, owners - threshold) : create[kind]
}

/** The recommended threshold: more than half of the owners, but not all of several. */
export const usualThreshold = (owners: number): number => Math.min(Math.floor(owners / 2) + 1, Math.max(1, owners))
