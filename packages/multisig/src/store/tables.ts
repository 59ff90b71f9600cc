import type { Reader } from '@quorate/platform'
import type { Generated } from 'kysely'
import type {
  Before,
  HistoryType,
  OperationName,
  Receipt,
  RequestState,
  Schedule,
  ScheduleState,
  Signing,
} from '../model/request.ts'

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
    /** Consensus timestamp of the transaction that set the present owners and threshold, if known. */
    governed_since: string | null
    created_at: Date
    updated_at: Date
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
   * The sources that an account knows, because it has signed or asked for something there, and those that it has muted.
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
   * The accounts that want reminders of requests that wait for their signature, and how. `secret` signs what is sent to
   * `webhook`.
   */
  'multisig.reminder': {
    chain: string
    account: string
    socket: boolean
    webhook: string | null
    secret: string | null
    email: boolean
    before: Before[]
  }
  /** The reminders that were made, so that none is made twice. */
  'multisig.reminded': { job_id: string; account: string; before: Before }
  /** Requests opened by passed proposals, including deleted ones. */
  'multisig.opened_proposal': { chain: string; proposal: string; wallet: string; job_id: string; opened_at: Date }
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
