/** The events that services send over sockets, with what they carry: the resources of their APIs. */
import type { components as Governance } from '../../generated/governance.ts'
import type { components as Multisig } from '../../generated/multisig.ts'

type OfMultisig = Multisig['schemas']
type OfGovernance = Governance['schemas']

/** A DAO and a proposal without the lists that answers to requests have. */
export type DaoSummary = Omit<
  OfGovernance['Dao'],
  'memberCount' | 'members' | 'membersTruncated' | 'proposals' | 'proposalsTruncated'
>
export type ProposalSummary = Omit<OfGovernance['Proposal'], 'votes' | 'votesTruncated'>

/** A signature under a request: one that counts now or was taken, or one that counts no more. */
export interface SignatureEvent {
  jobId: string
  historyId: string
  walletId: string | null
  senderId: string
  /** Raw hex. */
  publicKey: string
  /** ISO 8601. */
  timestamp: string
  /** The mirror shows it with a schedule, and nobody has verified it: it does not count. */
  byMirror?: boolean
  /** It was sent while the mirror was away: it does not count until the event comes again without this. */
  unconfirmed?: boolean
  /** Why it counts no more, where that is not that its key was replaced. */
  code?: string
  message?: string
}

/** A request of a wallet, by its names. */
export interface RequestNames {
  jobId: string
  historyId: string
  walletId: string | null
}

/** An account refused a request, or withdrew it. If that closes the request, `transaction_failed` comes, too. */
export interface RejectionEvent extends RequestNames {
  senderId: string
  /** Empty where none was given. */
  reason: string
  /** ISO 8601. */
  timestamp: string
}

export interface CommentEvent extends RequestNames {
  commentId: string
  senderId: string
  text: string
  /** ISO 8601. */
  timestamp: string
}

/** An owner ended all sessions and open logins of a wallet. */
export interface SessionsRevokedEvent {
  walletId: string
  /** The account whose session did it, and its key in raw hex. */
  by: string
  publicKey: string
  /** How many sessions and open logins there were. */
  revoked: number
  logins: number
}

/** An account that joined a DAO or left it. */
export interface MemberEvent {
  daoId: string
  chain: string
  memberAddress: string
  member: boolean
  /** ISO 8601. */
  changedAt: string
}

/** Of the wallets that the account owns or signs for. */
export interface MultisigEvents {
  wallet_created: OfMultisig['WalletSummary']
  wallet_updated: OfMultisig['WalletSummary']
  transaction_pending: OfMultisig['Request']
  signature_added: SignatureEvent
  signature_withdrawn: SignatureEvent
  transaction_rejected: RejectionEvent
  comment_added: CommentEvent
  /** A request that was not executed was deleted after REQUEST_RETENTION. */
  transaction_deleted: RequestNames
  /**
   * A timed request is executed soon, or could not be executed for a new reason; `missing` are the owners whose
   * signatures could still help.
   */
  transaction_due: OfMultisig['Request'] & { missing: string[] }
  /** A request that waits for the account's signature ends soon; sent to who turned reminders on. */
  transaction_reminder: OfMultisig['Request'] & { before: 'day' | 'hour' }
  transaction_executed: OfMultisig['Execution']
  transaction_failed: OfMultisig['Execution']
  wallet_sessions_revoked: SessionsRevokedEvent
}

/** Of all new DAOs, of the account's own, and of those and the proposals that the socket follows. */
export interface GovernanceEvents {
  dao_created: DaoSummary
  dao_status_changed: DaoSummary
  member_added: MemberEvent
  member_removed: MemberEvent
  proposal_submitted: ProposalSummary
  vote_cast: OfGovernance['Vote']
  proposal_status_changed: ProposalSummary
}

/** The names of the events, by service. A test compares them with what the services send. */
export const eventNames = {
  multisig: namesOf<MultisigEvents>({
    wallet_created: true,
    wallet_updated: true,
    transaction_pending: true,
    signature_added: true,
    signature_withdrawn: true,
    transaction_rejected: true,
    comment_added: true,
    transaction_deleted: true,
    transaction_due: true,
    transaction_reminder: true,
    transaction_executed: true,
    transaction_failed: true,
    wallet_sessions_revoked: true,
  }),
  governance: namesOf<GovernanceEvents>({
    dao_created: true,
    dao_status_changed: true,
    member_added: true,
    member_removed: true,
    proposal_submitted: true,
    vote_cast: true,
    proposal_status_changed: true,
  }),
}

/** What a socket may follow, by service: its events, and the member that names it. */
export interface MultisigTopics {
  walletId: string
}
export type GovernanceTopics = { daoId: string; proposalId?: never } | { proposalId: string; daoId?: never }

function namesOf<Events>(all: Record<keyof Events, true>): (keyof Events)[] {
  return Object.keys(all) as (keyof Events)[]
}
