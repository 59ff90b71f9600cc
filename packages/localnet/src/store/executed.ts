import type { Word } from '#evm/word.ts'

/** The ledger's record of one executed transaction: an immutable row of its history. */
export interface Executed {
  /** Nanoseconds; unique and increasing. */
  readonly consensusTimestamp: bigint
  readonly payer: number
  /** Nanoseconds. */
  readonly validStart: bigint
  readonly nonce: number
  readonly scheduled: boolean
  /** Field number of the body in proto.TransactionBody, which is also the Mirror Node's id of the type. */
  readonly type: number
  /** proto.ResponseCodeEnum */
  readonly result: number
  /** The entity that the transaction was about or created. */
  readonly entity: number | null
  /** Consensus timestamp of the transaction that caused this one. */
  readonly parent: bigint | null
  /** Tinybars. */
  readonly chargedFee: bigint
  /** proto.SignedTransaction */
  readonly bytes: Uint8Array
  /** proto.TransactionRecord */
  readonly record: Uint8Array
  /** The message that it added to a topic. */
  readonly topicMessage: TopicMessage | null
  readonly contractResult: ContractResult | null
  readonly contractLogs: readonly ContractLog[]
  /** The calls that it ran, in the order of their beginnings; empty if they have too much data. */
  readonly contractActions: readonly ContractAction[]
  readonly storageChanges: readonly StorageChange[]
  readonly stakingRewards: readonly StakingReward[]
  readonly hbarChanges: readonly BalanceChange[]
  readonly tokenChanges: readonly TokenBalanceChange[]
  readonly nftChanges: readonly NftChange[]
  /** How many serials of each non-fungible token the accounts hold after the transaction. */
  readonly nftBalances: readonly TokenBalanceChange[]
}

/** The call or creation of a contract. Its details are in the record and the transaction. */
export interface ContractResult {
  /** The contract that was called or created; null if there is none. */
  readonly contract: number | null
  readonly sender: number
  readonly gasUsed: number
  /** The bloom filter of its logs; null without any. */
  readonly bloom: Uint8Array | null
}

/** An event of a contract. Its data is in the record, at the same index. */
export interface ContractLog {
  readonly contract: number
  readonly topics: readonly Uint8Array[]
}

/** A call or creation of a contract (HIP-513). Amounts are tinybars. */
export interface ContractAction {
  /** The number of enclosing calls. */
  readonly depth: number
  readonly operation: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2'
  readonly type: 'CALL' | 'CREATE' | 'PRECOMPILE' | 'SYSTEM'
  /** The account whose program makes the call, or that sends the transaction; null if its address has no account. */
  readonly caller: number | null
  readonly isFromAccount: boolean
  /** The account whose program runs, or the created contract; null if there is none. */
  readonly recipient: number | null
  readonly isToAccount: boolean
  readonly to: Uint8Array
  readonly gas: number
  readonly gasUsed: number
  readonly value: bigint
  /** The parameters, or the program that creates a contract. */
  readonly input: Uint8Array
  readonly resultType: 'OUTPUT' | 'REVERT_REASON' | 'ERROR'
  /** The output, the data of a revert, or the name of an error. */
  readonly result: Uint8Array
  /** The beneficiary, if the call ended by SELFDESTRUCT, and what it got. */
  readonly heir: Uint8Array | null
  readonly inheritance: bigint
}

/** A value of a contract's storage that a transaction changed. */
export interface StorageChange {
  readonly contract: number
  readonly slot: Word
  readonly before: Word
  readonly after: Word
}

/** A staking reward that an account was paid, in tinybars. */
export interface StakingReward {
  readonly account: number
  readonly amount: bigint
}

/** The change of an account's balance, and the balance after it; amount 0 if the account took part without a change. */
export interface BalanceChange {
  readonly account: number
  readonly amount: bigint
  readonly balance: bigint
}

export interface TokenBalanceChange extends BalanceChange {
  readonly token: number
}

/** Sender 0 means a mint, receiver 0 a burn. */
export interface NftChange {
  readonly token: number
  readonly serial: bigint
  readonly sender: number
  readonly receiver: number
}

/** The position of a message. Its content is in its transaction, its running hash in the record. */
export interface TopicMessage {
  readonly topic: number
  readonly sequence: bigint
}
