/** What a vote weighs, from the mirror alone. The service weighs by these functions, too, so that a recount finds the same. */
import { type HoldingQuestion, isHistoryTooLong, limits as ledgerLimits, type Mirror } from '@quorate/ledger'
import { limits } from '../limits.ts'
import type { Weight } from '../store/votes.ts'

type HoldingAt = Pick<Mirror, 'holdingAt'>

/**
 * Returns the weight of an account's vote. It is 0 where the account's history is too long to follow: anybody can send an account that many
 * transactions. Other accounts can vote all the same.
 */
export async function weightAt(mirror: HoldingAt, question: HoldingQuestion): Promise<bigint> {
  return (await atMost(mirror, question, ledgerLimits.maxHistoryPages.value)).weight ?? 0n
}

/**
 * Returns what one of `members` accounts that may vote adds to the eligible weight as long as it has not voted. Each account may take an equal part
 * of the pages of history that a proposal may read. Where its history is longer, its holding at the mirror's last snapshot counts, so transactions
 * may lower what an account that does not vote adds; an account that votes adds at least its vote's weight. `weight` is null where more pages would
 * tell it.
 */
export function eligibleAt(mirror: HoldingAt, question: HoldingQuestion, members: number): Promise<Weight> {
  const { maxHistoryPages } = ledgerLimits
  const part = Math.floor(limits.maxElectoratePages.value / members)
  return atMost(mirror, question, Math.min(Math.max(part, 1), maxHistoryPages.value))
}

async function atMost(mirror: HoldingAt, question: HoldingQuestion, maxPages: number): Promise<Weight> {
  try {
    const weight = await mirror.holdingAt({ ...question, maxPages })
    return { weight, eligible: weight }
  } catch (error) {
    if (!isHistoryTooLong(error)) throw error
    return { weight: maxPages < ledgerLimits.maxHistoryPages.value ? null : 0n, eligible: error.balance }
  }
}
