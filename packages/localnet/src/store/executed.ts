/** What one transaction left behind: a row of the ledger's history, immutable from here on. */
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
  readonly stakingRewards: readonly StakingReward[]
  readonly hbarChanges: readonly BalanceChange[]
  readonly tokenChanges: readonly TokenBalanceChange[]
  readonly nftChanges: readonly NftChange[]
}

/** What an account was paid for its stake, in tinybars. */
export interface StakingReward {
  readonly account: number
  readonly amount: bigint
}

/** What an account's balance changed by, and to; amount 0 if it took part otherwise. */
export interface BalanceChange {
  readonly account: number
  readonly amount: bigint
  readonly balance: bigint
}

export interface TokenBalanceChange extends BalanceChange {
  readonly token: number
}

/** 0 as sender is a mint, as receiver a burn. */
export interface NftChange {
  readonly token: number
  readonly serial: bigint
  readonly sender: number
  readonly receiver: number
}

/** Where a message stands; what it says is in its transaction, its running hash in the record. */
export interface TopicMessage {
  readonly topic: number
  readonly sequence: bigint
}
