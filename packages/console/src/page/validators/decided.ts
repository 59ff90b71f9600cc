/** Where decisions of DAOs stand that permit a write of the node. */
import type { GovernanceTypes, NodeTypes } from '@quorate/client'

type Opening = NodeTypes['Opening']
type Proposal = GovernanceTypes['Proposal']

export type Standing = 'awaited' | 'underWay' | 'used' | 'failed' | 'over' | 'wallet'

/** A passed proposal with the write that it permits, as it stands on its DAO's topic. */
export interface Decided {
  proposal: Proposal
  topicId: string
  operation: { method: string; path: string }
}

export function decidedIn(proposals: readonly Proposal[]): Decided[] {
  return proposals.flatMap((proposal) => {
    const { method, path } = Object(proposal.proposalData.operation)
    return proposal.decision && typeof method === 'string' && typeof path === 'string'
      ? [{ proposal, topicId: proposal.decision.topicId, operation: { method, path } }]
      : []
  })
}

/** @param openings Of the topic, the newest first; undefined where they are not known */
export function standingOf(
  { proposal, topicId, operation }: Decided,
  openings: readonly Opening[] | undefined,
  now: number,
): Standing | undefined {
  // The multi-signature service opens requests of wallets by itself.
  if (operation.path.startsWith('/multisig/')) return 'wallet'
  if (!openings) return undefined
  const own = openings.filter((one) => one.topicId === topicId && one.proposalId === proposal.proposalId)
  if (own.some(({ state }) => state === 'USED')) return 'used'
  if (proposal.validUntil !== null && Number(proposal.validUntil) * 1000 <= now) return 'over'
  if (own.some(({ state }) => state === 'UNDER_WAY')) return 'underWay'
  return own.some(({ state }) => state === 'FAILED') ? 'failed' : 'awaited'
}
