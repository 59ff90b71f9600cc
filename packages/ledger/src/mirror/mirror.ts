import type { Key } from '@quorate/verify'
import type { HistoryReads, StatementReads, TopicReads } from '@quorate/verify/recount'
import type { FinalOutcome } from '../transactions/freeze.ts'
import type { ExecutedRow } from './body-comparison.ts'
import type { EntityReads } from './entities.ts'
import type { MirrorJson } from './http.ts'

/** Amounts are in tinybars or token base units. */
export interface MirrorAccount {
  id: string
  /** null if the account has no key (a hollow account, or the key was removed). */
  key: Key | null
  deleted: boolean
  balance: bigint
  receiverSigRequired: boolean
  /** 0x and 40 digits. */
  evmAddress: string | null
  /** HIP-1340: the contract whose code acts for the account when it is called; null or `0x` if there is none. */
  delegationAddress: string | null
  /** -1 is unlimited. */
  maxAutomaticTokenAssociations: number
  memo: string
  stakedNodeId: number | null
  stakedAccountId: string | null
  /** `seconds.nanos`; null for genesis accounts. */
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
  /** null only for genesis tokens. */
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
  /** The account that pays for it; null if this is its creator. */
  payer: string | null
  /** The key that may delete it; null if nobody may. */
  adminKey: Key | null
  /** `seconds.nanos` */
  createdAt: string
  memo: string
  waitForExpiry: boolean
  /** `seconds.nanos`; null if the creator gave none. */
  expirationTime: string | null
  /** `seconds.nanos`; the transaction may have failed. */
  executedTimestamp: string | null
  deleted: boolean
  /**
   * The signatures that were sent with it or for it. A public mirror shows all signatures in those transactions. The
   * ledger ignores invalid ones, but nothing here says which are invalid.
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
 * Reads of one chain's mirror. All of them throw 503 MIRROR_UNAVAILABLE if the mirror stays down, and 503
 * KEY_UNREADABLE if a key cannot be read.
 */
export interface Mirror extends TopicReads, HistoryReads, StatementReads, EntityReads {
  /**
   * The REST API's answer for a path such as `/accounts/0.0.2`, for callers that pass it on. Several callers share the
   * object, so none may change it.
   *
   * @throws 404 NOT_FOUND and 400 INVALID_PARAMETER if the mirror answers with these
   */
  get(path: string): Promise<MirrorJson>
  /** By id or EVM address; null if there is none. */
  account(id: string): Promise<MirrorAccount | null>
  /** With `pages`, only the first of them, of 100 tokens each; otherwise 422 LIST_TOO_LONG for more than 200 pages. */
  accountTokens(id: string, pages?: number): Promise<MirrorTokenRelationship[]>
  accountNfts(id: string): Promise<MirrorNft[]>
  token(id: string): Promise<MirrorToken | null>
  node(nodeId: number): Promise<MirrorNode | null>
  nodes(): Promise<MirrorNode[]>
  /**
   * The successful transaction with the id `0.0.n@s.n` itself, neither scheduled nor a child; null if there is none, or
   * the mirror does not know it yet.
   */
  executed(transactionId: string): Promise<ExecutedRow | null>
  /** null if there is none, or the mirror does not know it yet. */
  schedule(id: string): Promise<MirrorSchedule | null>
  /** The outcome of `0.0.n@s.n` at consensus; null if the mirror does not know it. */
  transaction(transactionId: string): Promise<FinalOutcome | null>
  /** `seconds.nanos` of the newest transaction on the mirror; null on an empty ledger. */
  newestTimestamp(): Promise<string | null>
  /** Milliseconds of the newest transaction on the mirror; null on an empty ledger. */
  newest(): Promise<number | null>
}
