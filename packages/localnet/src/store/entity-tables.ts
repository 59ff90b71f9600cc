import type {
  Account,
  Contract,
  ContractSlot,
  File,
  HbarAllowance,
  Network,
  Nft,
  NftAllowance,
  Node,
  PendingAirdrop,
  RegisteredNode,
  Schedule,
  ServiceType,
  Staking,
  Token,
  TokenAllowance,
  TokenRelation,
  Topic,
} from '#state/entities.ts'
import {
  big,
  bytes,
  type Codec,
  customFees,
  fixedFees,
  flag,
  integer,
  key,
  keys,
  names,
  nodeDetails,
  oneOf,
  optional,
  registeredEndpoints,
  signatories,
  sums,
  text,
  word256,
} from './codecs.ts'

/** How an entity is stored: one column per field. */
export interface EntityTable<V> {
  readonly name: string
  /** The fields of the primary key. */
  readonly key: readonly (keyof V & string)[]
  /**
   * The fields that change with every transfer. They are written alone if nothing else changed, and are not kept in the
   * history table.
   */
  readonly volatile: readonly (keyof V & string)[]
  /** Whether every past version is kept in `<name>_history`, with the timestamp at which it ended. */
  readonly history: boolean
  readonly columns: { readonly [F in keyof V & string]: Codec<V[F]> }
  readonly indexes: readonly string[]
  /** The indexes of the history table. */
  readonly historyIndexes?: readonly string[]
}

export const accountTable: EntityTable<Account> = {
  name: 'account',
  key: ['num'],
  volatile: ['balance', 'ownedNfts', 'stakedToMe', 'stakeAtStart'],
  history: true,
  columns: {
    num: integer,
    key,
    balance: big,
    memo: text,
    alias: optional(bytes),
    evmAddress: optional(bytes),
    receiverSigRequired: flag,
    deleted: flag,
    expiry: big,
    autoRenewPeriod: big,
    maxAutoAssociations: integer,
    usedAutoAssociations: integer,
    stakedAccount: optional(integer),
    stakedNode: optional(integer),
    stakePeriodStart: optional(big),
    stakedToMe: big,
    stakeAtStart: optional(big),
    declineReward: flag,
    ownedNfts: integer,
    treasuryOf: integer,
    ethereumNonce: big,
    createdAt: big,
  },
  indexes: ['key', 'evm_address', 'alias'],
}

export const tokenTable: EntityTable<Token> = {
  name: 'token',
  key: ['num'],
  volatile: [],
  history: true,
  columns: {
    num: integer,
    type: oneOf<Token['type']>(),
    supplyType: oneOf<Token['supplyType']>(),
    name: text,
    symbol: text,
    memo: text,
    metadata: bytes,
    decimals: integer,
    initialSupply: big,
    totalSupply: big,
    maxSupply: big,
    lastSerial: big,
    treasury: integer,
    freezeDefault: flag,
    paused: flag,
    deleted: flag,
    customFees,
    autoRenewAccount: optional(integer),
    autoRenewPeriod: big,
    expiry: big,
    createdAt: big,
    adminKey: optional(key),
    kycKey: optional(key),
    freezeKey: optional(key),
    wipeKey: optional(key),
    supplyKey: optional(key),
    feeScheduleKey: optional(key),
    pauseKey: optional(key),
    metadataKey: optional(key),
  },
  indexes: [],
}

export const relationTable: EntityTable<TokenRelation> = {
  name: 'token_relation',
  key: ['account', 'token'],
  volatile: ['balance'],
  history: true,
  columns: {
    account: integer,
    token: integer,
    balance: big,
    frozen: flag,
    kycGranted: flag,
    automatic: flag,
    createdAt: big,
  },
  indexes: ['token, account'],
  historyIndexes: ['token, account'],
}

export const nftTable: EntityTable<Nft> = {
  name: 'nft',
  key: ['token', 'serial'],
  volatile: [],
  history: true,
  columns: {
    token: integer,
    serial: big,
    owner: integer,
    spender: optional(integer),
    delegatingSpender: optional(integer),
    metadata: bytes,
    createdAt: big,
  },
  indexes: ['owner, token, serial'],
}

export const hbarAllowanceTable: EntityTable<HbarAllowance> = {
  name: 'hbar_allowance',
  key: ['owner', 'spender'],
  volatile: ['amount'],
  history: false,
  columns: { owner: integer, spender: integer, amount: big, granted: big, createdAt: big },
  indexes: [],
}

export const tokenAllowanceTable: EntityTable<TokenAllowance> = {
  name: 'token_allowance',
  key: ['owner', 'token', 'spender'],
  volatile: ['amount'],
  history: false,
  columns: { owner: integer, token: integer, spender: integer, amount: big, granted: big, createdAt: big },
  indexes: ['owner, spender, token'],
}

export const nftAllowanceTable: EntityTable<NftAllowance> = {
  name: 'nft_allowance',
  key: ['owner', 'token', 'spender'],
  volatile: [],
  history: false,
  columns: { owner: integer, token: integer, spender: integer, createdAt: big },
  indexes: ['owner, spender, token', 'spender, owner, token'],
}

export const airdropTable: EntityTable<PendingAirdrop> = {
  name: 'pending_airdrop',
  key: ['sender', 'receiver', 'token', 'serial'],
  volatile: [],
  history: false,
  columns: { sender: integer, receiver: integer, token: integer, serial: big, amount: big, createdAt: big },
  indexes: ['receiver, sender, token, serial'],
}

export const topicTable: EntityTable<Topic> = {
  name: 'topic',
  key: ['num'],
  volatile: ['runningHash', 'sequence'],
  history: true,
  columns: {
    num: integer,
    memo: text,
    adminKey: optional(key),
    submitKey: optional(key),
    feeScheduleKey: optional(key),
    feeExemptKeys: keys,
    customFees: fixedFees,
    autoRenewAccount: optional(integer),
    autoRenewPeriod: big,
    expiry: big,
    deleted: flag,
    runningHash: bytes,
    sequence: big,
    createdAt: big,
  },
  indexes: [],
}

export const contractTable: EntityTable<Contract> = {
  name: 'contract',
  key: ['num'],
  volatile: [],
  history: true,
  columns: {
    num: integer,
    bytecode: bytes,
    initcode: bytes,
    file: optional(integer),
    autoRenewAccount: optional(integer),
    obtainer: optional(integer),
    createdAt: big,
  },
  indexes: [],
}

export const contractSlotTable: EntityTable<ContractSlot> = {
  name: 'contract_slot',
  key: ['contract', 'slot'],
  volatile: [],
  history: false,
  columns: { contract: integer, slot: word256, value: word256 },
  indexes: [],
}

export const fileTable: EntityTable<File> = {
  name: 'file',
  key: ['num'],
  volatile: [],
  history: false,
  columns: {
    num: integer,
    keys: key,
    contents: bytes,
    memo: text,
    expiry: big,
    expiryBefore: optional(big),
    deleted: flag,
    createdAt: big,
  },
  indexes: [],
}

export const scheduleTable: EntityTable<Schedule> = {
  name: 'schedule',
  key: ['num'],
  volatile: [],
  history: false,
  columns: {
    num: integer,
    creator: integer,
    payer: integer,
    adminKey: optional(key),
    memo: text,
    body: bytes,
    validStart: big,
    idAccount: integer,
    nonce: integer,
    waitForExpiry: flag,
    expiry: big,
    givenExpiry: optional(big),
    signatories,
    executedAt: optional(big),
    deletedAt: optional(big),
    identity: bytes,
    createdAt: big,
  },
  indexes: ['creator'],
}

export const stakingTable: EntityTable<Staking> = {
  name: 'staking',
  key: ['id'],
  volatile: ['stakeToReward', 'stakeToNotReward', 'unclaimedStakeRewardStart', 'pendingRewards'],
  history: false,
  columns: {
    id: { sql: 'INTEGER', encode: () => 0, decode: () => 0 },
    period: big,
    stakeToReward: big,
    stakeToNotReward: big,
    stake: big,
    stakeRewardStart: big,
    unclaimedStakeRewardStart: big,
    rewardRate: big,
    pendingRewards: big,
    rewardSums: sums,
  },
  indexes: [],
}

export const nodeTable: EntityTable<Node> = {
  name: 'node',
  key: ['num'],
  volatile: [],
  history: false,
  columns: {
    num: integer,
    account: integer,
    adminKey: key,
    declineReward: flag,
    deleted: flag,
    details: nodeDetails,
    createdAt: big,
  },
  indexes: [],
}

export const registeredNodeTable: EntityTable<RegisteredNode> = {
  name: 'registered_node',
  key: ['num'],
  volatile: [],
  history: false,
  columns: {
    num: integer,
    adminKey: key,
    description: text,
    endpoints: registeredEndpoints,
    types: names<ServiceType>(),
    deleted: flag,
    createdAt: big,
  },
  indexes: [],
}

export const networkTable: EntityTable<Network> = {
  name: 'network',
  key: ['id'],
  volatile: [],
  history: false,
  columns: { id: { sql: 'INTEGER', encode: () => 0, decode: () => 0 }, nextEntity: integer },
  indexes: [],
}
