import { accountRoom, type Realtime } from '@quorate/platform'
import { daoSummary, proposalSummary, voteOut } from '../answers/resources.ts'
import type { Dao, Proposal, Vote } from '../model/dao.ts'

export const daoRoom = (daoId: string): string => `dao:${daoId}`
export const proposalRoom = (proposalId: string): string => `proposal:${proposalId}`

/** Tells clients about committed changes: sends the resource without its embedded lists. */
export interface Announcements {
  daoCreated(dao: Dao): void
  proposalSubmitted(proposal: Proposal): void
  voteCast(proposal: Proposal, vote: Vote): void
  statusChanged(proposal: Proposal): void
}

export function createAnnouncements(realtime: Realtime): Announcements {
  /**
   * Rooms of the clients that subscribed to the DAO or the proposal, and of its owner and creator, who need no
   * subscription.
   */
  const followers = ({ proposalId, dao, creator }: Proposal) => [
    daoRoom(dao.daoId),
    proposalRoom(proposalId),
    accountRoom(dao.chain, dao.owner),
    accountRoom(dao.chain, creator),
  ]
  return {
    daoCreated: (dao) => realtime.emit([accountRoom(dao.chain, dao.owner)], 'dao_created', daoSummary(dao)),
    proposalSubmitted: (proposal) =>
      realtime.emit(followers(proposal), 'proposal_submitted', proposalSummary(proposal)),
    voteCast: (proposal, vote) =>
      realtime.emit(
        [...followers(proposal), accountRoom(proposal.dao.chain, vote.voter)],
        'vote_cast',
        voteOut(proposal, vote),
      ),
    statusChanged: (proposal) =>
      realtime.emit(followers(proposal), 'proposal_status_changed', proposalSummary(proposal)),
  }
}
