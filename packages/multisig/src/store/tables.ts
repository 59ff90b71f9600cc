import type { Reader } from '@quorate/platform'
import type { AskedRole, WalletRole } from '@quorate/verify'
import type { Generated } from 'kysely'
import type {
  Before,
  HistoryType,
  NoticeKind,
  OperationName,
  Receipt,
  RequestState,
  Schedule,
  ScheduleState,
  Signing,
} from '../model/request.ts'
import type { Member } from '../model/roles.ts'

/** The tables of the migrations. Dates are instants; keys are protobuf bytes. */
export interface Tables {
  'multisig.wallet': {
    chain: string
    wallet: string
    smart_app: string
    name: string
    description: string
    threshold: number
    previous_key: Uint8Array | null
    /** The consensus timestamp of the transaction that set the current owners and threshold, if known. */
    governed_since: string | null
    created_at: Date
    updated_at: Date
    /** Who last changed the name or the description, and when; null if nobody did. */
    named_by: string | null
    named_at: Date | null
  }
  'multisig.owner': {
    chain: string
    wallet: string
    position: number
    account: string
    name: string
    key: Uint8Array
  }
  'multisig.request': {
    job_id: string
    history_id: string
    sequence: Generated<bigint>
    chain: string
    wallet: string | null
    operation: OperationName
    type: HistoryType
    requester: string
    counted_for: string
    participants: string[]
    payload: Record<string, unknown>
    threshold: number
    signing: Signing
    governance: StoredGovernance | null
    transaction_id: string
    bytes: Uint8Array
    body_bytes: Uint8Array
    created_at: Date
    updated_at: Date
    expires_at: Date
    window_ends_at: Date
    /** When the service executes a timed request. */
    execute_at: Date | null
    schedule_id: string | null
    /** Null unless the request is scheduled. */
    schedule_state: ScheduleState | null
    schedule_expires_at: Date | null
    schedule_execute: Schedule['execute'] | null
    schedule_watch: Generated<number>
    state: RequestState
    code: string | null
    message: string | null
    consensus_timestamp: string | null
    receipt: Receipt | null
    open: Generated<boolean>
    maybe_submitted: Generated<boolean>
    submitted: Generated<string[]>
    /** The request that this one replaces, and the transaction id of that request. */
    replaces: string | null
    replaced_transaction: string | null
    /**
     * The first of the requests that replace each other. At most one of these may be executed. Null if none is
     * replaced.
     */
    slot: string | null
    /** The group of requests, the request's place in it from 0, and the number of parts. */
    group_id: string | null
    group_position: number | null
    group_size: number | null
    /**
     * The role that allowed its requester to make it; null for an owner, and for a request that the wallet's DAO
     * decided.
     */
    requester_role: WalletRole | null
  }
  'multisig.event': {
    id: Generated<bigint>
    job_id: string
    action: 'request' | 'signature' | 'execute'
    status: 'pending' | 'success' | 'error'
    payload: Record<string, unknown>
    timestamp: Date
    transaction: Uint8Array | null
    signature: Uint8Array | null
    public_key: string | null
    /** For a signature: whether its key was seen on the ledger. */
    confirmed: Generated<boolean>
  }
  'multisig.rejection': { job_id: string; account: string; reason: string; timestamp: Date }
  /**
   * The accounts that pending requests wait for. `ends_at` is the request's `expires_at`, `source` its wallet or the
   * requester of a new one, `turn` its place among the open requests of its source.
   */
  'multisig.inbox': { chain: string; account: string; ends_at: Date; job_id: string; source: string; turn: number }
  /**
   * The sources that an account knows, because it has signed or requested something there, and those that it has muted.
   */
  'multisig.acquaintance': { chain: string; account: string; source: string; standing: 'known' | 'muted'; since: Date }
  /** Transactions about schedules, for their senders to sign; `bytes` has no signatures. */
  'multisig.draft': {
    job_id: string
    sender: string
    kind: 'sign' | 'delete'
    bytes: Uint8Array
    body_bytes: Uint8Array
    expires_at: Date
    submitted: Generated<boolean>
    /** Whether the service pays instead of the sender. */
    paid: Generated<boolean>
  }
  /**
   * The accounts that want reminders of requests that wait for their signature, and how. `secret` signs the calls of
   * `webhook`.
   */
  'multisig.reminder': {
    chain: string
    account: string
    socket: boolean
    webhook: string | null
    secret: string | null
    messages: boolean
    before: Before[]
    notices: NoticeKind[]
  }
  /** The reminders and notices made so far, so that none is made twice. */
  'multisig.reminded': { job_id: string; account: string; before: Before | NoticeKind }
  /** Requests opened by passed proposals, including deleted ones. */
  'multisig.opened_proposal': { chain: string; proposal: string; wallet: string; job_id: string; opened_at: Date }
  /** A change of a role, with the text that owners sign. `done_at` is set once enough have signed. */
  'multisig.role_change': {
    id: string
    chain: string
    wallet: string
    account: string
    role: AskedRole
    asked_by: string
    text: string
    created_at: Date
    expires_at: Date
    done_at: Date | null
  }
  'multisig.role_signature': {
    change_id: string
    public_key: string
    account: string
    signature: Uint8Array
    created_at: Date
  }
  /** A role that owners have given. It counts from `confirmed_at`; before that, it is an offer until `expires_at`. */
  'multisig.role': {
    chain: string
    wallet: string
    account: string
    role: WalletRole
    change_id: string
    given_at: Date
    expires_at: Date
    confirmed_at: Date | null
  }
  /** A view of everybody who may see a wallet: its owners and the accounts with a confirmed role. */
  'multisig.member': { chain: string; wallet: string; account: string; role: Member }
  /** Payments that owners keep to ask for them again. Amounts are in smallest units. */
  'multisig.template': {
    id: string
    chain: string
    wallet: string
    name: string
    payments: { receiverId: string; tokenId: string; amount: string }[]
    memo: string | null
    saved_by: string
    saved_at: Date
  }
  'multisig.plan': {
    id: string
    template: string
    /** The owner who requests the payments. */
    asked_by: string
    every: string
    start_at: Date
    /** Null for a plan without an end. */
    times: number | null
    /** The index of the next payment. */
    step: number
    paused: boolean
    last_job: string | null
    problem: { code: string; message: string } | null
  }
  'multisig.comment': { id: string; job_id: string; account: string; text: string; timestamp: Date }
}

export interface StoredGovernance {
  name?: string
  description?: string
  smartApp?: string
  threshold: number
  owners: StoredOwner[]
}

export interface StoredOwner {
  wallet: string
  name: string
  /** protobuf, hex */
  key: string
}

/** A source of reads: the database, or a change in progress. */
export type Read = Pick<Reader<Tables>, 'selectFrom'>
