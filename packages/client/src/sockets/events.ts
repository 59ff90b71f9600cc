/** The events that services send over sockets. They carry the resources of the services' APIs. */
import type { components as Governance } from '../../generated/governance.ts'
import type { components as Multisig } from '../../generated/multisig.ts'

type OfMultisig = Multisig['schemas']
type OfGovernance = Governance['schemas']

/** A DAO or a proposal without the lists that API answers include. */
export type DaoSummary = Omit<
  OfGovernance['Dao'],
  'memberCount' | 'members' | 'membersTruncated' | 'proposals' | 'proposalsTruncated'
>
export type ProposalSummary = Omit<OfGovernance['Proposal'], 'votes' | 'votesTruncated'>

/** A signature on a request: one that was accepted (`signature_added`), or one that no longer counts. */
export interface SignatureEvent {
  jobId: string
  historyId: string
  walletId: string | null
  senderId: string
  /** Raw hex. */
  publicKey: string
  /** ISO 8601. */
  timestamp: string
  /** The mirror lists it with a schedule, but nobody has verified it: it does not count. */
  byMirror?: boolean
  /** Sent while the mirror was unavailable. It does not count until the event arrives again without this. */
  unconfirmed?: boolean
  /** Why the signature no longer counts; absent if its key was replaced. */
  code?: string
  message?: string
}

/** The ids of a wallet's request. */
export interface RequestNames {
  jobId: string
  historyId: string
  walletId: string | null
}

/** An account rejected or withdrew a request. If that closes the request, `transaction_failed` follows. */
export interface RejectionEvent extends RequestNames {
  senderId: string
  /** Empty if none was given. */
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
  /** The account whose session did this, and its key in raw hex. */
  by: string
  publicKey: string
  /** How many sessions and open logins ended. */
  revoked: number
  logins: number
}

/** An account joined or left a DAO. */
export interface MemberEvent {
  daoId: string
  chain: string
  memberAddress: string
  member: boolean
  /** ISO 8601. */
  changedAt: string
}

/** A member delegated its vote, or ended its delegation. */
export type DelegationEvent = OfGovernance['Delegation'] & { chain: string }

/** A delegate published a statement, changed it, or withdrew it. */
export interface StatementEvent {
  daoId: string
  chain: string
  account: string
  /** Markdown; null once it is withdrawn. */
  statement: string | null
  /** ISO 8601. */
  changedAt: string
}

/** A DAO has new rules. */
export type RulesEvent = OfGovernance['Rules'] & { chain: string }

/** Events of the wallets that the account owns, has a role at, or signs for. */
export interface MultisigEvents {
  wallet_created: OfMultisig['WalletSummary']
  wallet_updated: OfMultisig['WalletSummary']
  transaction_pending: OfMultisig['Request']
  signature_added: SignatureEvent
  signature_withdrawn: SignatureEvent
  transaction_rejected: RejectionEvent
  comment_added: CommentEvent
  /** A request that was never executed was deleted after REQUEST_RETENTION. */
  transaction_deleted: RequestNames
  /**
   * A timed request will be executed soon, or an attempt to execute it failed for a new reason. `missing` lists the
   * owners whose signatures could still help.
   */
  transaction_due: OfMultisig['Request'] & { missing: string[] }
  /** A request that needs the account's signature will expire soon. Sent only to accounts with reminders turned on. */
  transaction_reminder: OfMultisig['Request'] & { before: 'day' | 'hour' }
  transaction_executed: OfMultisig['Execution']
  transaction_failed: OfMultisig['Execution']
  wallet_sessions_revoked: SessionsRevokedEvent
  /**
   * Roles at a wallet, or proposed changes of them, have changed. Sent to the wallet's owners, and to the account of
   * the role.
   */
  roles_changed: { walletId: string }
  /** Payment templates of a wallet, or their plans, have changed. Sent to its owners and proposers. */
  templates_changed: { walletId: string }
}

/** Events of all new DAOs, of the account's own DAOs, and of the DAOs and proposals that the socket follows. */
export interface GovernanceEvents {
  dao_created: DaoSummary
  dao_status_changed: DaoSummary
  member_added: MemberEvent
  member_removed: MemberEvent
  rules_changed: RulesEvent
  delegation_changed: DelegationEvent
  delegate_statement_changed: StatementEvent
  /** An account was added to the treasury, got another label, or was removed. */
  treasury_changed: OfGovernance['TreasuryAccount'] & { chain: string }
  draft_changed: OfGovernance['Draft']
  draft_deleted: OfGovernance['Draft']
  comment_changed: OfGovernance['DiscussionComment']
  comment_deleted: OfGovernance['DiscussionComment']
  proposal_submitted: ProposalSummary
  vote_cast: OfGovernance['Vote']
  proposal_status_changed: ProposalSummary
  proposal_vetoed: ProposalSummary
}

/** The event names of each service. A test compares them with what the services send. */
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
    roles_changed: true,
    templates_changed: true,
  }),
  governance: namesOf<GovernanceEvents>({
    dao_created: true,
    dao_status_changed: true,
    member_added: true,
    member_removed: true,
    rules_changed: true,
    delegation_changed: true,
    delegate_statement_changed: true,
    treasury_changed: true,
    draft_changed: true,
    draft_deleted: true,
    comment_changed: true,
    comment_deleted: true,
    proposal_submitted: true,
    vote_cast: true,
    proposal_status_changed: true,
    proposal_vetoed: true,
  }),
}

/** What a socket can follow, by service. The field's name selects the kind. */
export interface MultisigTopics {
  walletId: string
}
export type GovernanceTopics = { daoId: string; proposalId?: never } | { proposalId: string; daoId?: never }

function namesOf<Events>(all: Record<keyof Events, true>): (keyof Events)[] {
  return Object.keys(all) as (keyof Events)[]
}
