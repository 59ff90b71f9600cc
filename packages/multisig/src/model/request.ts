import type { Key, requestOperations, WalletRole } from '@quorate/verify'
import type { Governance } from './wallet.ts'

/** The payer of a transaction about a schedule. */
export const payments = ['owner', 'service'] as const
export type Payment = (typeof payments)[number]

// Glossary
//
// Request      an operation requested for a wallet: a transaction frozen for one consensus node, and its outcome.
//              Clients know it by its jobId, and as an entry of the wallet's history by its historyId.
// Mode         how a request reaches the ledger: see `modes.ts`.
// Window       a request accepts signatures until `expiresAt`; the ledger accepts its transaction until `windowEndsAt`.
// Signing      the keys that the ledger asks for: those of `accounts` at that time, and the new key that the body sets.
// Participant  an account that may see and sign a request although it is not an owner of the wallet (yet).

export type OperationName = (typeof requestOperations)[number]
export type HistoryType = 'create' | 'update' | 'withdraw' | 'associate' | 'dissociate' | 'operation'

/**
 * How a request reaches the ledger:
 *
 * - `immediate`: an owner executes it within two minutes, once it is signed.
 * - `timed`: the service executes it at `executeAt`. Owners can sign at any time before that.
 * - `scheduled`: the ledger keeps its transaction in a schedule (HIP-423) until its keys are satisfied or it expires.
 *   The request's own transaction is the ScheduleCreate; owners sign with ScheduleSigns.
 */
export type ModeName = 'immediate' | 'timed' | 'scheduled'

/**
 * - `pending`: accepts signatures.
 * - `executing`: was submitted to the ledger; its outcome is not known yet.
 * - `success`: the ledger's receipt says so.
 * - `error`: refused by the ledger, rejected by the owners, or expired; `code` says which.
 */
export type RequestState = 'pending' | 'executing' | 'success' | 'error'

export interface Signing {
  /** Accounts, each with the key (protobuf, hex) that it had on the ledger when the request was made. */
  accounts: { account: string; key: string }[]
  newKey: boolean
  /**
   * All keys (protobuf, hex) whose signatures could count for an operation of the node API, including the keys of
   * tokens and topics, and those that it sets.
   */
  involved?: string[]
  /**
   * The account that signs the ScheduleCreate of a scheduled request. It also pays for it, unless `payer`, an account
   * of the service, does.
   */
  creator?: { account: string; key: string; payer?: string }
}

/**
 * - `creating`: its ScheduleCreate waits for the requester's signature.
 * - `open`: the ledger keeps it and accepts ScheduleSigns.
 * - `executed`: the ledger executed its transaction, which may have failed.
 * - `expired`: it was not executed in time, or never created.
 * - `deleted`: its admin key deleted it.
 */
export const scheduleStates = ['creating', 'open', 'executed', 'expired', 'deleted'] as const
export type ScheduleState = (typeof scheduleStates)[number]

export interface Schedule {
  /** `0.0.n`; null until it is created. */
  id: string | null
  state: ScheduleState
  /** When the ledger discards it. */
  expiresAt: Date
  /** Whether the ledger executes it once its keys are satisfied, or when it expires. */
  execute: 'signed' | 'expiry'
}

/**
 * An account's relation to the wallet of a request: `known` if it has signed or requested something there, otherwise
 * `new`; `muted` if it has muted the wallet.
 */
export const standings = ['known', 'new', 'muted'] as const
export type Standing = (typeof standings)[number]

/** How long before its end an owner is reminded of a request. */
export const befores = ['day', 'hour'] as const
export type Before = (typeof befores)[number]

/**
 * The kinds of notices for an account: its signature is wanted, an owner rejected a request, a request was executed or
 * failed, or the account has become an owner of another wallet.
 */
export const noticeKinds = ['signature_wanted', 'rejected', 'executed', 'failed', 'owner'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The receipt as it is stored and returned: JSON. */
export type Receipt = Record<string, unknown>

/** A verified signature. `publicKey` is the raw key in hex. A request counts one signature per key. */
export interface CountedSignature {
  senderId: string
  publicKey: string
  signature: Uint8Array
  timestamp: Date
  /** The mirror shows it with a schedule, but it was not sent here, so nobody has verified it; see `MirrorSchedule`. */
  byMirror?: true
  /** It was sent while the mirror was unavailable. It verifies, but it is not known whether its key still counts. */
  unconfirmed?: true
}

export interface Rejection {
  account: string
  reason: string
  timestamp: Date
}

/** The wallet's owners, threshold and texts after a successful creation or update. */
export interface NewGovernance extends Governance {
  name?: string
  description?: string
  smartApp?: string
}

/** A request as an entry of a wallet's history or of its pending requests. */
export interface RequestEntry {
  jobId: string
  historyId: string
  chain: string
  wallet: string | null
  operation: OperationName
  type: HistoryType
  requester: string
  /**
   * The role that allowed its requester to make it; null for an owner, and for a request that the wallet's DAO decided.
   */
  requesterRole: WalletRole | null
  payload: Record<string, unknown>
  threshold: number
  transactionId: string
  bytes: Uint8Array
  bodyBytes: Uint8Array
  createdAt: Date
  updatedAt: Date
  expiresAt: Date
  windowEndsAt: Date
  mode: ModeName
  /** When the service executes a timed request; null if owners execute it. */
  executeAt: Date | null
  /** Present for a scheduled request. */
  schedule: Schedule | null
  state: RequestState
  code: string | null
  message: string | null
  consensusTimestamp: string | null
  receipt: Receipt | null
  /** The request that this one replaces. With the same transaction id, the ledger executes at most one of the two. */
  replaces: { jobId: string; transactionId: string } | null
  /** The newest request that replaces this one, unless it has failed while this one is open. */
  replacedBy: string | null
  /** Its place in a group of requests that are reviewed and signed together. */
  group: { groupId: string; position: number; size: number } | null
}

/**
 * A request with its signatures and rejections. `governance` is the wallet's current one, or null before the wallet
 * exists.
 */
export interface Request extends RequestEntry {
  /**
   * The account whose limits the request counts against: the requester or, for a decided request, the owner of the DAO.
   * (The requester of a decided request is the wallet itself, and one owner's DAO must not use up the wallet's limits.)
   */
  countedFor: string
  participants: string[]
  signing: Signing
  newGovernance: NewGovernance | null
  /**
   * Whether the network may have the transaction. Set before an attempt, and reset if the attempt certainly did not
   * arrive.
   */
  maybeSubmitted: boolean
  /** Hashes (SHA-384, hex) of the request's submitted transactions, stored before each attempt that has new bytes. */
  submitted: string[]
  governance: (Governance & { key: Key; previousKey: Key | null; changedAt: Date }) | null
  signatures: CountedSignature[]
  rejections: Rejection[]
  /**
   * The accounts that have muted its wallet or, for a creation, its requester. They get no events about it that they
   * did not ask for.
   */
  muted: string[]
  /** The accounts with a confirmed role at its wallet. */
  roles: Readonly<Record<string, WalletRole>>
}
