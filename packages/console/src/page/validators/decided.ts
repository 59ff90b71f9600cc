/** The state of DAO decisions that permit a write of the node. */
import type { GovernanceTypes, NodeTypes } from '@quorate/client'

type Opening = NodeTypes['Opening']
type Proposal = GovernanceTypes['Proposal']

export type Standing = 'awaited' | 'underWay' | 'used' | 'failed' | 'over' | 'wallet'

/** A passed proposal with the permitted write, as recorded on its DAO's topic. */
export interface Decided {
  proposal: Proposal
  topicId: string
  operation: { method: string; path: string; body: unknown }
}

export function decidedIn(proposals: readonly Proposal[]): Decided[] {
  return proposals.flatMap((proposal) => {
    const { method, path, body } = Object(proposal.proposalData.operation)
    return proposal.decision && typeof method === 'string' && typeof path === 'string'
      ? [{ proposal, topicId: proposal.decision.topicId, operation: { method, path, body } }]
      : []
  })
}

/** Whether a decision is a write that somebody has to carry out: requests of wallets open by themselves. */
export const isWrite = ({ operation }: Decided): boolean => !operation.path.startsWith('/multisig/')

/** @param openings The transactions for decisions of the topic, newest first; undefined if they are not known */
export function standingOf(
  decided: Decided,
  openings: readonly Opening[] | undefined,
  now: number,
): Standing | undefined {
  const { proposal, topicId } = decided
  if (!isWrite(decided)) return 'wallet'
  if (!openings) return undefined
  const own = openings.filter((one) => one.topicId === topicId && one.proposalId === proposal.proposalId)
  if (own.some(({ state }) => state === 'USED')) return 'used'
  if (proposal.validUntil !== null && Number(proposal.validUntil) * 1000 <= now) return 'over'
  if (own.some(({ state }) => state === 'UNDER_WAY')) return 'underWay'
  return own.some(({ state }) => state === 'FAILED') ? 'failed' : 'awaited'
}
