/** Resources with their lists. */
import type { Static } from 'typebox'
import type { Dao, Proposal } from '../model/dao.ts'
import { newestMembers, newestProposals, newestVotes } from '../store/newest.ts'
import type { Read } from '../store/tables.ts'
import { type DaoOut, daoSummary, type ProposalOut, proposalSummary, voteOut } from './resources.ts'

export async function wholeProposals(
  read: Read,
  proposals: readonly Proposal[],
): Promise<Static<typeof ProposalOut>[]> {
  const votes = await newestVotes(read, proposals)
  return proposals.map((proposal) => {
    const { items, truncated } = votes.get(proposal.proposalId) ?? none
    return {
      ...proposalSummary(proposal),
      votes: items.map((vote) => voteOut(proposal, vote)),
      votesTruncated: truncated,
    }
  })
}

export async function wholeProposal(read: Read, proposal: Proposal): Promise<Static<typeof ProposalOut>> {
  const [whole] = await wholeProposals(read, [proposal])
  if (!whole) throw new Error(`no answer about ${proposal.proposalId}`)
  return whole
}

export async function wholeDaos(read: Read, daos: readonly Dao[]): Promise<Static<typeof DaoOut>[]> {
  const [members, proposals] = await Promise.all([newestMembers(read, daos), newestProposals(read, daos)])
  const shown = [...proposals.values()].flatMap(({ items }) => items)
  const byId = new Map((await wholeProposals(read, shown)).map((proposal) => [proposal.proposalId, proposal]))
  return daos.map((dao) => {
    const { items: accounts, count, truncated: membersTruncated } = members.get(dao.daoId) ?? { ...none, count: 0 }
    const { items, truncated: proposalsTruncated } = proposals.get(dao.daoId) ?? none
    return {
      ...daoSummary(dao),
      memberCount: count,
      members: accounts,
      membersTruncated,
      proposals: items.flatMap(({ proposalId }) => byId.get(proposalId) ?? []),
      proposalsTruncated,
    }
  })
}

const none = { items: [], truncated: false }
