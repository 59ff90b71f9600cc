/** Checks that the proposal, its electorate and a cancellation stood on the topic before anybody could know whom they would suit. */
import { CLOCKS_MS } from '../model/dao.ts'
import type { Anchored } from './topic.ts'

/**
 * Names the records that the ledger had in full only after the first vote, or at the end or later. An honest service, too, writes records late while
 * the ledger is away: so the result may hold, but only on the service's word.
 *
 * @param firstVoteAt when the first vote was cast, as the service says, in milliseconds; undefined if there is none
 */
export function fixedLate(
  anchored: Pick<Anchored, 'proposal' | 'proposedAt' | 'electedAt' | 'decision' | 'decidedAt'>,
  firstVoteAt: number | undefined,
): string[] {
  const { proposal, proposedAt, electedAt, decision, decidedAt } = anchored
  const fixed: [string, number | null][] = [
    ['what was voted on', proposedAt],
    ['who could vote', electedAt],
    ['that it was cancelled', decision?.cancelled ? decidedAt : null],
  ]
  const endAt = Date.parse(proposal?.endTime ?? '')
  return fixed.flatMap(([what, at]) => {
    if (at === null) return []
    const stood = `${what} stood on the topic at ${new Date(at).toISOString()}`
    if (at >= endAt) return `${stood}, when the voting had ended`
    if (firstVoteAt !== undefined && at > firstVoteAt + CLOCKS_MS)
      return `${stood}, after the first vote was cast at ${new Date(firstVoteAt).toISOString()}`
    return []
  })
}
