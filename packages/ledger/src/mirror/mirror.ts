import type { Key } from '@quorate/verify'
import type { HistoryReads, TopicReads } from '@quorate/verify/recount'
import type { FinalOutcome } from '../transactions/freeze.ts'
import type { ExecutedRow } from './body-comparison.ts'
import type { EntityReads } from './entities.ts'
import type { MirrorJson } from './http.ts'

/** Amounts are in tinybars or token base units. */
export interface MirrorAccount {
  id: string
  /** null: the account has no key (a hollow account, or the key was removed). */
  key: Key | null
  deleted: boolean
  balance: bigint
  receiverSigRequired: boolean
  /** 0x and 40 digits. */
  evmAddress: string | null
  /** -1 is unlimited. */
  maxAutomaticTokenAssociations: number
  memo: string
  stakedNodeId: number | null
  stakedAccountId: string | null
  /** `seconds.nanos`; null for accounts of genesis. */
  createdTimestamp: string | null
}

export interface MirrorTokenRelationship {
  tokenId: string
  balance: bigint
  decimals: number
  automatic: boolean
  /** FROZEN, UNFROZEN or NOT_APPLICABLE. */
  freezeStatus: string
  /** GRANTED, REVOKED or NOT_APPLICABLE. */
  kycStatus: string
}

export interface MirrorNft {
  tokenId: string
  serial: bigint
}

export interface MirrorToken {
  id: string
  type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE'
  name: string
  symbol: string
  decimals: number
  totalSupply: bigint
  /** null only for tokens of genesis. */
  treasury: string | null
  deleted: boolean
  /** PAUSED, UNPAUSED or NOT_APPLICABLE. */
  pauseStatus: string
}

/** A scheduled transaction (HIP-423) as the mirror shows it. */
export interface MirrorSchedule {
  id: string
  /** The SchedulableTransactionBody that the ledger executes. */
  body: Uint8Array
  creator: string | null
  /** The account that pays for it; null where that is its creator. */
  payer: string | null
  /** Who may delete it; null: nobody. */
  adminKey: Key | null
  /** `seconds.nanos` */
  createdAt: string
  memo: string
  waitForExpiry: boolean
  /** `seconds.nanos`; null where the creator gave none. */
  expirationTime: string | null
  /** `seconds.nanos`; the transaction may have failed. */
  executedTimestamp: string | null
  deleted: boolean
  /**
   * The signatures that were sent with it or for it. A public mirror shows all that stood in those transactions: the
   * ledger ignores invalid ones, and nothing here says which.
   */
  signatures: { publicKeyPrefix: Uint8Array; signature: Uint8Array; consensusTimestamp: string }[]
}

export interface MirrorNode {
  /** The number that accounts stake to. */
  nodeId: number
  accountId: string
}

/** The mirror's answers, passed on unchanged. */
export type PublicMirror = Pick<Mirror, 'get'>

/**
 * Reads of one chain's mirror. Everything throws 503 MIRROR_UNAVAILABLE when the mirror stays down, and 503
 * KEY_UNREADABLE where a key is not understood.
 */
export interface Mirror extends TopicReads, HistoryReads, EntityReads {
  /**
   * The REST API's answer for a path such as `/accounts/0.0.2`, for callers that pass it on. Several callers share the
   * object, so none may change it.
   *
   * @throws 404 NOT_FOUND and 400 INVALID_PARAMETER where the mirror answers these
   */
  get(path: string): Promise<MirrorJson>
  /** By id or EVM address; null when there is none. */
  account(id: string): Promise<MirrorAccount | null>
  /** With `pages`, the first of them only, of 100 tokens each; otherwise 422 LIST_TOO_LONG for more than 200 pages. */
  accountTokens(id: string, pages?: number): Promise<MirrorTokenRelationship[]>
  accountNfts(id: string): Promise<MirrorNft[]>
  token(id: string): Promise<MirrorToken | null>
  node(nodeId: number): Promise<MirrorNode | null>
  nodes(): Promise<MirrorNode[]>
  /**
   * The successful transaction with the id `0.0.n@s.n` itself, neither scheduled nor a child; null where there is none,
   * or the mirror does not know it yet.
   */
  executed(transactionId: string): Promise<ExecutedRow | null>
  /** null where there is none, or the mirror does not know it yet. */
  schedule(id: string): Promise<MirrorSchedule | null>
  /** The outcome at consensus of `0.0.n@s.n`; null when the mirror knows nothing of it. */
  transaction(transactionId: string): Promise<FinalOutcome | null>
  /** `seconds.nanos` of the newest transaction that the mirror has; null on an empty ledger. */
  newestTimestamp(): Promise<string | null>
  /** Milliseconds of the newest transaction that the mirror has; null on an empty ledger. */
  newest(): Promise<number | null>
}
