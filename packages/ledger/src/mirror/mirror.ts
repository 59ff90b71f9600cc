import type { Key } from '@quorate/verify'
import type { AirdropReads, AllowanceReads, HistoryReads, StatementReads, TopicReads } from '@quorate/verify/recount'
import type { FinalOutcome } from '../transactions/freeze.ts'
import type { ExecutedRow } from './body-comparison.ts'
import type { CreationReads } from './creations.ts'
import type { EntityReads } from './entities.ts'
import type { MirrorJson } from './http.ts'

/** Amounts are in tinybars or token base units. */
export interface MirrorAccount {
  id: string
  /** null if the account has no key: it is a hollow account, or its key was removed. */
  key: Key | null
  deleted: boolean
  balance: bigint
  receiverSigRequired: boolean
  /** 0x and 40 digits. */
  evmAddress: string | null
  /** HIP-1340: the contract whose code runs when the account is called; null or `0x` if there is none. */
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
  /** The account that pays; null if the creator pays. */
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
   * The signatures in the transactions that created or signed the schedule. Public mirrors also show invalid ones: the
   * ledger ignores these, but nothing here marks them as invalid.
   */
  signatures: { publicKeyPrefix: Uint8Array; signature: Uint8Array; consensusTimestamp: string }[]
}

export interface MirrorNode {
  /** The number that accounts stake to. */
  nodeId: number
  accountId: string
}

/** The mirror's REST answers, passed on unchanged. */
export type PublicMirror = Pick<Mirror, 'get'>

/**
 * Reads of one chain's mirror. All of them throw 503 MIRROR_UNAVAILABLE if the mirror stays unavailable, and 503
 * KEY_UNREADABLE if a key cannot be parsed.
 */
export interface Mirror
  extends TopicReads,
    HistoryReads,
    StatementReads,
    EntityReads,
    CreationReads,
    AirdropReads,
    AllowanceReads {
  /**
   * The REST API's answer for a path such as `/accounts/0.0.2`, for callers that pass it on. Several callers share the
   * object, so they must not change it.
   *
   * @throws 404 NOT_FOUND and 400 INVALID_PARAMETER if the mirror gives these answers
   */
  get(path: string): Promise<MirrorJson>
  /** By id or EVM address; null if there is none. */
  account(id: string): Promise<MirrorAccount | null>
  /**
   * Returns at most `pages` pages of 100 tokens each; all pages if absent. @throws 422 LIST_TOO_LONG for more than 200
   */
  accountTokens(id: string, pages?: number): Promise<MirrorTokenRelationship[]>
  accountNfts(id: string): Promise<MirrorNft[]>
  token(id: string): Promise<MirrorToken | null>
  node(nodeId: number): Promise<MirrorNode | null>
  nodes(): Promise<MirrorNode[]>
  /**
   * The successful transaction with exactly the id `0.0.n@s.n`, neither scheduled nor a child; null if there is none,
   * or if the mirror does not show it yet.
   */
  executed(transactionId: string): Promise<ExecutedRow | null>
  /** null if there is none, or if the mirror does not show it yet. */
  schedule(id: string): Promise<MirrorSchedule | null>
  /** The outcome of `0.0.n@s.n` at consensus; null if the mirror does not show it. */
  transaction(transactionId: string): Promise<FinalOutcome | null>
  /** The consensus timestamp (`seconds.nanos`) of the mirror's newest transaction; null on an empty ledger. */
  newestTimestamp(): Promise<string | null>
  /** The time of the mirror's newest transaction, in milliseconds; null on an empty ledger. */
  newest(): Promise<number | null>
}
