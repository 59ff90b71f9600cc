/**
 * What a vote weighs, from the mirror alone. The service weighs by these functions, too, so that a recount finds the
 * same.
 */
import { limits } from '../limits.ts'
import { type HoldingQuestion, isHistoryTooLong } from '../mirror/history.ts'
import type { RecountMirror } from './mirror.ts'

/** What a member's holding means for a proposal. */
export interface Weight {
  /** Of its vote; null where more pages would tell it. */
  weight: bigint | null
  /** What it adds to the eligible weight as long as it has not voted. */
  eligible: bigint
}

type HoldingAt = Pick<RecountMirror, 'holdingAt'>

/** What an account held, as far as its history can be followed. */
export interface Held {
  /** Its weight; where the history is too long, what it held in the snapshot before. */
  held: bigint
  isTooLong: boolean
}

/**
 * Returns the weight of an account's vote; null where the account's history is too long to follow: anybody can send an
 * account that many transactions.
 */
export async function weightAt(mirror: HoldingAt, question: HoldingQuestion): Promise<bigint | null> {
  const { held, isTooLong } = await heldAt(mirror, { ...question, maxPages: limits.maxHistoryPages.value })
  return isTooLong ? null : held
}

/**
 * Returns what one of `members` accounts that may vote adds to the eligible weight as long as it has not voted. Each
 * account may take an equal part of the pages of history that a proposal may read. Where its history is longer, its
 * holding at the mirror's last snapshot counts, so transactions may lower what an account that does not vote adds; an
 * account that votes adds at least its vote's weight. `weight` is null where more pages would tell it.
 */
export async function eligibleAt(mirror: HoldingAt, question: HoldingQuestion, members: number): Promise<Weight> {
  const maxPages = pagesFor(members)
  const { held, isTooLong } = await heldAt(mirror, { ...question, maxPages })
  if (!isTooLong) return { weight: held, eligible: held }
  return { weight: maxPages < limits.maxHistoryPages.value ? null : 0n, eligible: held }
}

export const pagesFor = (members: number): number =>
  Math.min(Math.max(Math.floor(limits.maxElectoratePages.value / members), 1), limits.maxHistoryPages.value)

export async function heldAt(mirror: HoldingAt, question: HoldingQuestion): Promise<Held> {
  try {
    return { held: await mirror.holdingAt(question), isTooLong: false }
  } catch (error) {
    if (!isHistoryTooLong(error)) throw error
    return { held: error.balance, isTooLong: true }
  }
}
