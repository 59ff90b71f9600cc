/** Checks that a proposal's creator had the weight that the DAO's rules require. */

import { CLOCKS_MS, LATE_MS } from '../../governance/records/times.ts'
import { MAX_LAG_MS } from '../../governance/signatures/signed-votes.ts'
import type { FindingLists } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import type { Anchored } from '../topic.ts'
import { weightAt } from '../weights.ts'

export async function checkProposer(
  { proposal, proposedAt }: Pick<Anchored, 'proposal' | 'proposedAt'>,
  mirror: Pick<RecountMirror, 'holdingAt'>,
  { faults, doubts, late }: Pick<FindingLists, 'faults' | 'doubts' | 'late'>,
): Promise<void> {
  if (!proposal) return
  const { creatorAddress: account, proposerWeighedAt: at, votingRules } = proposal
  const { proposalWeight: least, tokenId } = votingRules
  if (least === undefined) {
    if (at !== undefined) faults.add('the proposal says when its creator was weighed, which the rules do not ask for')
    return
  }
  if (at === undefined) {
    faults.add(`the proposal does not say when its creator had the weight of ${least} that the rules ask for`)
    return
  }
  const atMs = Number(at) * 1000
  if (atMs > proposedAt + CLOCKS_MS)
    faults.add(`the creator was weighed at ${at}, after the proposal reached the topic`)
  // A service could otherwise choose an earlier time at which the creator held enough.
  if (atMs < proposedAt - MAX_LAG_MS - LATE_MS)
    late.add(`the proposal reached the topic long after ${at}, when its creator was weighed`)
  const held = await weightAt(mirror, { account, tokenId, at })
  if (held === null) doubts.add(`the holdings of ${account}, the creator, cannot be followed on this mirror`)
  else if (held < BigInt(least))
    faults.add(`${account}, the creator, held ${held} at ${at}: the rules ask for ${least} to propose`)
}
