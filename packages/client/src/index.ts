/** The typed client of a platform's APIs and sockets, for Node and browsers. */
import type { components as Governance } from '../generated/governance.ts'
import type { components as Multisig } from '../generated/multisig.ts'
import type { components as Node } from '../generated/node.ts'

export { type Client, type ClientOptions, createClient } from './client.ts'
export { batchesOf } from './requests/batches.ts'
export { isQuorateError, QuorateError } from './requests/errors.ts'
export type { CallOptions, Page } from './requests/operations.ts'
export type { RetryOptions } from './requests/retry.ts'
export type { Service } from './requests/service.ts'
export type { ExpectedWalletLogin } from './session/challenge.ts'
export type { PaidWithinLimit, PaymentWithinLimit } from './session/limits.ts'
export type { NameAgreement, NamePublication, NameReview } from './session/names.ts'
export type { Ownership } from './session/ownership.ts'
export type { Agreement, Signed } from './session/requests.ts'
export type { RoleAgreement, SignedRoleChange } from './session/roles.ts'
export type { LoginOptions, Session } from './session/session.ts'
export type { Signer } from './session/signer.ts'
export {
  type CommentEvent,
  type DaoSummary,
  eventNames,
  type GovernanceEvents,
  type GovernanceTopics,
  type MemberEvent,
  type MultisigEvents,
  type ProposalSummary,
  type RejectionEvent,
  type RequestNames,
  type SessionsRevokedEvent,
  type SignatureEvent,
} from './sockets/events.ts'
export type { Live, LiveSocket, Reload } from './sockets/live.ts'

/** The services' resources by their names in the OpenAPI descriptions, such as `MultisigTypes['Wallet']`. */
export type NodeTypes = Node['schemas']
export type MultisigTypes = Multisig['schemas']
export type GovernanceTypes = Governance['schemas']
