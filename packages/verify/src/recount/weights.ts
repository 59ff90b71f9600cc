/**
 * Weighs votes from the mirror alone. The service uses the same functions, so that a recount finds the same weights.
 */
import { limits } from '../limits.ts'
import { type HoldingQuestion, isHistoryTooLong } from '../mirror/statement/history.ts'
import type { RecountMirror } from './mirror.ts'

/** The weight that a member's balance has in a proposal. */
export interface Weight {
  /** The weight of its vote; null if that is unknown without reading more pages. */
  weight: bigint | null
  /** The amount that it adds to the eligible weight as long as it has not voted. */
  eligible: bigint
}

type HoldingAt = Pick<RecountMirror, 'holdingAt'>

/** An account's balance, as far as its history can be followed. */
export interface Held {
  /** The balance; if the history is too long, the balance in the earlier snapshot. */
  held: bigint
  isTooLong: boolean
}

/**
 * Returns the weight of an account's vote; null if the account's history is too long to follow. Anybody can make it too
 * long by sending the account many transactions.
 */
export async function weightAt(mirror: HoldingAt, question: HoldingQuestion): Promise<bigint | null> {
  const { held, isTooLong } = await heldAt(mirror, { ...question, maxPages: limits.maxHistoryPages.value })
  return isTooLong ? null : held
}

/**
 * Returns what one of `members` eligible accounts adds to the eligible weight as long as it has not voted. Each account
 * may use an equal share of the history pages that a proposal may read. If its history is longer, its balance in the
 * mirror's last snapshot counts. So transactions may lower the weight that a non-voting account adds. An account that
 * votes adds at least its vote's weight. `weight` is null if it is unknown without reading more pages.
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
