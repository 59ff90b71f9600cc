import { accountRoom, type Realtime } from '@quorate/platform'
import { type Stated, statementOut } from '../answers/delegates.ts'
import { commentOut, draftOut } from '../answers/drafts.ts'
import { daoSummary, delegationOut, proposalSummary, rulesOut, voteOut } from '../answers/resources.ts'
import { treasuryAccountOut } from '../answers/treasury.ts'
import type { Dao, Proposal, Vote } from '../model/dao.ts'
import type { Delegation } from '../model/delegation.ts'
import type { Comment, Discussed, Draft } from '../model/draft.ts'
import type { RulesVersion } from '../model/rules.ts'
import type { TreasuryAccount } from '../model/treasury.ts'

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
  /** Also sent to the account and its delegate. */
  delegationChanged(dao: NamedDao, delegation: Delegation): void
  statementChanged(dao: NamedDao, stated: Stated): void
  /** An account was added to the treasury, got another label, or was removed. */
  treasuryChanged(dao: NamedDao, account: TreasuryAccount): void
  draftChanged(draft: Draft): void
  draftDeleted(draft: Draft): void
  /** A comment was added, changed, hidden or shown again. */
  commentChanged(discussed: Discussed, comment: Comment): void
  commentDeleted(discussed: Discussed, comment: Comment): void
  rulesChanged(dao: NamedDao, version: RulesVersion): void
  proposalSubmitted(proposal: Proposal): void
  voteCast(proposal: Proposal, vote: Vote): void
  statusChanged(proposal: Proposal): void
  proposalVetoed(proposal: Proposal): void
}

export function createAnnouncements(realtime: Realtime): Announcements {
  /**
   * Rooms of the clients that follow the DAO or the proposal. The owner and the creator get the event in their own
   * rooms, however many DAOs they have.
   */
  const followers = ({ proposalId, dao, creator }: Proposal) => [
    daoRoom(dao.daoId),
    proposalRoom(proposalId),
    accountRoom(dao.chain, dao.owner),
    accountRoom(dao.chain, creator),
  ]
  const ofDao = (dao: NamedDao, ...more: string[]) => [daoRoom(dao.daoId), accountRoom(dao.chain, dao.owner), ...more]
  const ofDraft = ({ dao, author }: Draft) => ofDao(dao, accountRoom(dao.chain, author))
  const ofDiscussion = ({ discussionId, dao, author }: Discussed, comment: Comment) =>
    ofDao(dao, proposalRoom(discussionId), ...[author, comment.author].map((one) => accountRoom(dao.chain, one)))
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
    delegationChanged(dao, delegation) {
      const { account, delegate } = delegation
      const concerned = [account, ...(delegate === null ? [] : [delegate])]
      const rooms = ofDao(dao, ...concerned.map((one) => accountRoom(dao.chain, one)))
      realtime.emit(rooms, 'delegation_changed', { ...delegationOut(dao.daoId, delegation), chain: dao.chain })
    },
    statementChanged: (dao, stated) =>
      realtime.emit(
        ofDao(dao, accountRoom(dao.chain, stated.account)),
        'delegate_statement_changed',
        statementOut(dao, stated),
      ),
    treasuryChanged: (dao, account) =>
      realtime.emit(ofDao(dao), 'treasury_changed', { ...treasuryAccountOut(dao.daoId, account), chain: dao.chain }),
    draftChanged: (draft) => realtime.emit(ofDraft(draft), 'draft_changed', draftOut(draft)),
    draftDeleted: (draft) => realtime.emit(ofDraft(draft), 'draft_deleted', draftOut(draft)),
    commentChanged: (discussed, comment) =>
      realtime.emit(ofDiscussion(discussed, comment), 'comment_changed', commentOut(discussed, comment)),
    commentDeleted: (discussed, comment) =>
      realtime.emit(ofDiscussion(discussed, comment), 'comment_deleted', commentOut(discussed, comment)),
    rulesChanged: (dao, version) =>
      realtime.emit(ofDao(dao), 'rules_changed', { ...rulesOut(dao.daoId, version), chain: dao.chain }),
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
    proposalVetoed: (proposal) => realtime.emit(followers(proposal), 'proposal_vetoed', proposalSummary(proposal)),
  }
}
