/** The state of DAO decisions that permit a write of the node. */
import type { GovernanceTypes, NodeTypes } from '@quorate/client'

type Opening = NodeTypes['Opening']
type Proposal = GovernanceTypes['Proposal']

export type Standing = 'delayed' | 'vetoed' | 'awaited' | 'underWay' | 'used' | 'failed' | 'over' | 'wallet'

/** A passed proposal with the write that it permits, as recorded on its DAO's topic. */
export interface Decided {
  proposal: Proposal
  topicId: string
  operation: { method: string; path: string; body: unknown }
}

export function decidedIn(proposals: readonly Proposal[]): Decided[] {
  return proposals.flatMap((proposal) => {
    const operation = writeIn(proposal)
    return proposal.decision && operation ? [{ proposal, topicId: proposal.decision.topicId, operation }] : []
  })
}

function writeIn({ proposalData }: Proposal): Decided['operation'] | undefined {
  const { method, path, body } = Object(proposalData.operation)
  return typeof method === 'string' && typeof path === 'string' ? { method, path, body } : undefined
}

/** Requests of wallets open by themselves. Other writes have to be carried out. */
const opensByItself = ({ path }: Decided['operation']): boolean => path.startsWith('/multisig/')

/** Whether somebody has to carry out what the proposal permits. */
export function needsCarryingOut(proposal: Proposal): boolean {
  const operation = writeIn(proposal)
  const isVetoed = proposal.execution !== null && proposal.execution.vetoed !== null
  return proposal.status === 'PASSED' && operation !== undefined && !opensByItself(operation) && !isVetoed
}

/** @param openings The transactions for decisions of the topic, newest first; undefined if they are not known */
export function standingOf(
  { proposal, topicId, operation }: Decided,
  openings: readonly Opening[] | undefined,
  now: number,
): Standing | undefined {
  if (opensByItself(operation)) return 'wallet'
  const { execution } = proposal
  if (execution?.vetoed) return 'vetoed'
  if (execution && !(execution.executableAt !== null && Date.parse(execution.executableAt) <= now)) return 'delayed'
  if (!openings) return undefined
  const own = openings.filter((one) => one.topicId === topicId && one.proposalId === proposal.proposalId)
  if (own.some(({ state }) => state === 'USED')) return 'used'
  if (proposal.validUntil !== null && Number(proposal.validUntil) * 1000 <= now) return 'over'
  if (own.some(({ state }) => state === 'UNDER_WAY')) return 'underWay'
  return own.some(({ state }) => state === 'FAILED') ? 'failed' : 'awaited'
}
