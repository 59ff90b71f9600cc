import type { com, proto } from '@hiero-ledger/proto'
import type { Word } from '#evm/word.ts'
import type { Key, Signer } from '#protocol/keys.ts'

/** An account. Amounts are tinybars, times and periods seconds, `createdAt` a consensus timestamp in nanoseconds. */
export interface Account {
  readonly num: number
  readonly key: Key
  readonly balance: bigint
  readonly memo: string
  readonly alias: Buffer | null
  readonly evmAddress: Buffer | null
  readonly receiverSigRequired: boolean
  readonly deleted: boolean
  readonly expiry: bigint
  readonly autoRenewPeriod: bigint
  /** -1 is unlimited. */
  readonly maxAutoAssociations: number
  readonly usedAutoAssociations: number
  readonly stakedAccount: number | null
  readonly stakedNode: number | null
  /**
   * The start, in epoch seconds, of the last staking period for which no reward is due: the period in which staking to
   * the node began, or the last one paid.
   */
  readonly stakePeriodStart: bigint | null
  /** The sum that other accounts stake to it, in whole hbars (as tinybars). */
  readonly stakedToMe: bigint
  /**
   * Its stake when the first unpaid period began, if its balance has changed since (whole hbars, as tinybars); null if
   * its current stake counts.
   */
  readonly stakeAtStart: bigint | null
  readonly declineReward: boolean
  readonly ownedNfts: number
  /** The number of tokens that it is the treasury of. */
  readonly treasuryOf: number
  readonly ethereumNonce: bigint
  readonly createdAt: bigint
}

/** The program of an account that is a contract. */
export interface Contract {
  readonly num: number
  /** The program that calls run. */
  readonly bytecode: Buffer
  /** The init code that created it, followed by the constructor's arguments. */
  readonly initcode: Buffer
  /** The file that its init code was taken from. */
  readonly file: number | null
  /** 0 if it was removed. */
  readonly autoRenewAccount: number | null
  /** The account that got its balance when it was deleted. */
  readonly obtainer: number | null
  readonly createdAt: bigint
}

/** A value in a contract's storage; 0 is not stored. */
export interface ContractSlot {
  readonly contract: number
  readonly slot: Word
  readonly value: Word
}

/** The role keys of a token. Any of them may be missing. */
export interface TokenKeys {
  readonly adminKey: Key | null
  readonly kycKey: Key | null
  readonly freezeKey: Key | null
  readonly wipeKey: Key | null
  readonly supplyKey: Key | null
  readonly feeScheduleKey: Key | null
  readonly pauseKey: Key | null
  readonly metadataKey: Key | null
}

/** A token. Supplies are in its smallest unit (NFTs: their number); `maxSupply` 0 means no limit. */
export interface Token extends TokenKeys {
  readonly num: number
  readonly type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE'
  readonly supplyType: 'INFINITE' | 'FINITE'
  readonly name: string
  readonly symbol: string
  readonly memo: string
  readonly metadata: Buffer
  readonly decimals: number
  readonly initialSupply: bigint
  readonly totalSupply: bigint
  readonly maxSupply: bigint
  readonly lastSerial: bigint
  readonly treasury: number
  readonly freezeDefault: boolean
  readonly paused: boolean
  readonly deleted: boolean
  readonly customFees: readonly proto.ICustomFee[]
  readonly autoRenewAccount: number | null
  readonly autoRenewPeriod: bigint
  readonly expiry: bigint
  readonly createdAt: bigint
}

/** An account's association with a token. NFTs: `balance` is how many it owns. */
export interface TokenRelation {
  readonly account: number
  readonly token: number
  readonly balance: bigint
  readonly frozen: boolean
  readonly kycGranted: boolean
  readonly automatic: boolean
  readonly createdAt: bigint
}

/** One NFT. */
export interface Nft {
  readonly token: number
  readonly serial: bigint
  readonly owner: number
  readonly spender: number | null
  readonly delegatingSpender: number | null
  readonly metadata: Buffer
  readonly createdAt: bigint
}

/** The tinybars that a spender may still take from an owner; `granted` is the initial amount. */
export interface HbarAllowance {
  readonly owner: number
  readonly spender: number
  readonly amount: bigint
  readonly granted: bigint
  readonly createdAt: bigint
}

/** The amount of a fungible token that a spender may still take from an owner, in its smallest unit. */
export interface TokenAllowance extends HbarAllowance {
  readonly token: number
}

/** A spender that may take all NFTs of a token that the owner has or will have. */
export interface NftAllowance {
  readonly owner: number
  readonly token: number
  readonly spender: number
  readonly createdAt: bigint
}

/** An airdrop that its receiver has yet to claim: `amount` of a fungible token, or the NFT `serial` (else 0). */
export interface PendingAirdrop {
  readonly sender: number
  readonly receiver: number
  readonly token: number
  readonly serial: bigint
  readonly amount: bigint
  readonly createdAt: bigint
}

/** A topic. `sequence` is how many messages it has; `runningHash` covers all of them. */
export interface Topic {
  readonly num: number
  readonly memo: string
  readonly adminKey: Key | null
  readonly submitKey: Key | null
  readonly feeScheduleKey: Key | null
  readonly feeExemptKeys: readonly Key[]
  readonly customFees: readonly proto.IFixedCustomFee[]
  readonly autoRenewAccount: number | null
  readonly autoRenewPeriod: bigint
  readonly expiry: bigint
  readonly deleted: boolean
  readonly runningHash: Buffer
  readonly sequence: bigint
  readonly createdAt: bigint
}

/** A file. `keys` is a list, empty if nobody may change the file. */
export interface File {
  readonly num: number
  readonly keys: Key
  readonly contents: Buffer
  readonly memo: string
  readonly expiry: bigint
  /** The expiry before SystemDelete removed the file. */
  readonly expiryBefore: bigint | null
  readonly deleted: boolean
  readonly createdAt: bigint
}

/** A key that signed a schedule, or a contract that authorised it without a signature. */
export interface Signatory {
  readonly key: Signer
  readonly signature: Buffer
  /** Consensus timestamp in nanoseconds. */
  readonly signedAt: bigint
}

/** A transaction that waits for its signatures. Timestamps are nanoseconds, expiries seconds. */
export interface Schedule {
  readonly num: number
  readonly creator: number
  readonly payer: number
  readonly adminKey: Key | null
  readonly memo: string
  /** proto.SchedulableTransactionBody */
  readonly body: Buffer
  /** The valid start of the transaction that created the schedule; the scheduled transaction has the same. */
  readonly validStart: bigint
  /** The account and the nonce in the id of the scheduled transaction. */
  readonly idAccount: number
  readonly nonce: number
  readonly waitForExpiry: boolean
  readonly expiry: bigint
  /** The expiry that the creator asked for. */
  readonly givenExpiry: bigint | null
  readonly signatories: readonly Signatory[]
  readonly executedAt: bigint | null
  readonly deletedAt: bigint | null
  /** A hash that identical schedules share. */
  readonly identity: Buffer
  readonly createdAt: bigint
}

/** The stakes to the node, and their rewards. Amounts are tinybars. */
export interface Staking {
  readonly id: 0
  /** Days since the epoch, UTC. */
  readonly period: bigint
  readonly stakeToReward: bigint
  readonly stakeToNotReward: bigint
  /** The node's stake when the period began, and the part of it that is to be rewarded. */
  readonly stake: bigint
  readonly stakeRewardStart: bigint
  /**
   * The part of `stakeRewardStart` whose accounts have changed their staking since, and so forfeit the period's reward.
   */
  readonly unclaimedStakeRewardStart: bigint
  /** The reward for the period that ended last, per hbar. */
  readonly rewardRate: bigint
  /** Rewards that are due to stakers and not paid yet. */
  readonly pendingRewards: bigint
  /**
   * Cumulative reward rates per hbar. Entry 0 is the sum for all ended periods, entry n the sum without the newest n of
   * them.
   */
  readonly rewardSums: readonly bigint[]
}

/** A consensus node with all changes of its administrator. The address book shows them only after a freeze upgrade. */
export interface Node {
  readonly num: number
  readonly account: number
  readonly adminKey: Key
  readonly declineReward: boolean
  readonly deleted: boolean
  /** The other fields of its NodeCreate, with later changes. */
  readonly details: NonNullable<proto.ITransactionBody['nodeCreate']>
  readonly createdAt: bigint
}

/** A kind of service that a registered node offers, under the Mirror Node's name. */
export type ServiceType = 'BLOCK_NODE' | 'MIRROR_NODE' | 'RPC_RELAY' | 'GENERAL_SERVICE'

/** A node that offers services other than consensus (HIP-1137). A deleted one stays, so its id is not used again. */
export interface RegisteredNode {
  readonly num: number
  readonly adminKey: Key
  readonly description: string
  readonly endpoints: readonly com.hedera.hapi.node.addressbook.IRegisteredServiceEndpoint[]
  /** The types of its endpoints, by which the mirror filters. */
  readonly types: readonly ServiceType[]
  readonly deleted: boolean
  readonly createdAt: bigint
}

/** The ledger's only row of counters. */
export interface Network {
  readonly id: 0
  readonly nextEntity: number
}

/** Ninety days in seconds. */
const AUTO_RENEW_PERIOD = 7_776_000n
/** The expiry of entities that never expire, in seconds. */
export const FAR_FUTURE = 4_102_444_800n

/** An account with nothing but a number, a key and a balance. */
export function plainAccount(num: number, key: Key, balance: bigint, createdAt: bigint): Account {
  return {
    num,
    key,
    balance,
    memo: '',
    alias: null,
    evmAddress: null,
    receiverSigRequired: false,
    deleted: false,
    expiry: FAR_FUTURE,
    autoRenewPeriod: AUTO_RENEW_PERIOD,
    maxAutoAssociations: 0,
    usedAutoAssociations: 0,
    stakedAccount: null,
    stakedNode: null,
    stakePeriodStart: null,
    stakedToMe: 0n,
    stakeAtStart: null,
    declineReward: false,
    ownedNfts: 0,
    treasuryOf: 0,
    ethereumNonce: 0n,
    createdAt,
  }
}
