import { accountRoom, type Realtime } from '@quorate/platform'
import { daoSummary, proposalSummary, voteOut } from '../answers/resources.ts'
import type { Dao, Proposal, Vote } from '../model/dao.ts'

export const daoRoom = (daoId: string): string => `dao:${daoId}`
export const proposalRoom = (proposalId: string): string => `proposal:${proposalId}`

type NamedDao = Pick<Dao, 'daoId' | 'chain' | 'owner'>

/** An account that joined or left. */
export interface MemberChanged {
  memberAddress: string
  at: Date
}

/** Announces committed changes to clients: sends the resource without its embedded lists. */
export interface Announcements {
  daoCreated(dao: Omit<Dao, 'sequence'>): void
  daoStatusChanged(dao: Dao): void
  /** Also makes the member's sockets receive the DAO's events from now on. */
  memberAdded(dao: NamedDao, change: MemberChanged): void
  memberRemoved(dao: NamedDao, change: MemberChanged): void
  proposalSubmitted(proposal: Proposal): void
  voteCast(proposal: Proposal, vote: Vote): void
  statusChanged(proposal: Proposal): void
}

export function createAnnouncements(realtime: Realtime): Announcements {
  /**
   * Rooms of the clients that follow the DAO or the proposal. Owner and creator get the event in their own room,
   * however many DAOs they have.
   */
  const followers = ({ proposalId, dao, creator }: Proposal) => [
    daoRoom(dao.daoId),
    proposalRoom(proposalId),
    accountRoom(dao.chain, dao.owner),
    accountRoom(dao.chain, creator),
  ]
  const ofDao = (dao: NamedDao, ...more: string[]) => [daoRoom(dao.daoId), accountRoom(dao.chain, dao.owner), ...more]
  const memberOut = ({ daoId, chain }: NamedDao, { memberAddress, at }: MemberChanged, member: boolean) => ({
    daoId,
    chain,
    memberAddress,
    member,
    changedAt: at.toISOString(),
  })
  return {
    daoCreated(dao) {
      realtime.join(accountRoom(dao.chain, dao.owner), daoRoom(dao.daoId))
      realtime.broadcast('dao_created', daoSummary(dao))
    },
    daoStatusChanged: (dao) => realtime.emit(ofDao(dao), 'dao_status_changed', daoSummary(dao)),
    memberAdded(dao, change) {
      const account = accountRoom(dao.chain, change.memberAddress)
      realtime.join(account, daoRoom(dao.daoId))
      realtime.emit(ofDao(dao, account), 'member_added', memberOut(dao, change, true))
    },
    memberRemoved: (dao, change) =>
      realtime.emit(
        ofDao(dao, accountRoom(dao.chain, change.memberAddress)),
        'member_removed',
        memberOut(dao, change, false),
      ),
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
