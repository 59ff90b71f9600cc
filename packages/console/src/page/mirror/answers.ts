/** Schemas of the mirror's answers: the parts of the Mirror Node API that the explorer uses. */
import { EntityId } from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const Time = Type.String({ pattern: '^[0-9]{1,12}\\.[0-9]{9}$' })
const MirrorKey = Type.Object({ _type: Type.String(), key: Type.String() })
export type MirrorKey = Static<typeof MirrorKey>
/** The explorer requests at most 100 entries of a list. A transaction has at most MAX_PARTS parts of a kind. */
const listOf = <T extends Type.TSchema>(schema: T, maxItems = 100) => Type.Array(schema, { maxItems })
const MAX_PARTS = 1_000
const links = Type.Optional(Type.Object({ next: OrNull(Type.String()) }))

export const AccountAnswer = Type.Object({
  account: EntityId,
  alias: OrNull(Type.String()),
  balance: OrNull(Type.Object({ balance: OrNull(Int64) })),
  created_timestamp: OrNull(Time),
  decline_reward: OrNull(Type.Boolean()),
  deleted: OrNull(Type.Boolean()),
  evm_address: OrNull(Type.String()),
  key: OrNull(MirrorKey),
  max_automatic_token_associations: OrNull(Type.Integer()),
  memo: OrNull(Type.String()),
  receiver_sig_required: OrNull(Type.Boolean()),
  staked_account_id: OrNull(EntityId),
  staked_node_id: OrNull(Type.Integer()),
})
export type AccountAnswer = Static<typeof AccountAnswer>

export const AirdropsAnswer = Type.Object({
  airdrops: listOf(
    Type.Object({ amount: OrNull(Int64), sender_id: EntityId, serial_number: OrNull(Int64), token_id: EntityId }),
  ),
})

/** A list with one account, or empty if it does not exist. */
export const ExistingAnswer = Type.Object({
  accounts: listOf(Type.Object({ account: EntityId, deleted: OrNull(Type.Boolean()) }), 1),
})

/** Several accounts. Only their balances are used. */
export const AccountsAnswer = Type.Object({
  accounts: listOf(Type.Object({ account: EntityId, balance: OrNull(Type.Object({ balance: OrNull(Int64) })) })),
})

const Transfer = Type.Object({ account: OrNull(EntityId), amount: Int64 })
const CustomFee = Type.Object({ amount: Int64, collector_account_id: OrNull(EntityId), token_id: OrNull(EntityId) })
const Transaction = Type.Object({
  assessed_custom_fees: OrNull(listOf(CustomFee, MAX_PARTS)),
  charged_tx_fee: OrNull(Int64),
  consensus_timestamp: Time,
  entity_id: OrNull(EntityId),
  max_fee: OrNull(Type.String({ pattern: '^[0-9]{1,20}$' })),
  memo_base64: OrNull(Type.String()),
  name: Type.String(),
  nft_transfers: Type.Optional(
    listOf(
      Type.Object({
        receiver_account_id: OrNull(EntityId),
        sender_account_id: OrNull(EntityId),
        serial_number: Int64,
        token_id: EntityId,
      }),
      MAX_PARTS,
    ),
  ),
  node: OrNull(EntityId),
  nonce: OrNull(Type.Integer()),
  parent_consensus_timestamp: OrNull(Time),
  result: Type.String(),
  scheduled: OrNull(Type.Boolean()),
  staking_reward_transfers: OrNull(listOf(Transfer, MAX_PARTS)),
  token_transfers: Type.Optional(
    listOf(Type.Object({ account: OrNull(EntityId), amount: Int64, token_id: EntityId }), MAX_PARTS),
  ),
  transaction_hash: OrNull(Type.String()),
  transaction_id: Type.String({ maxLength: 80 }),
  transfers: Type.Optional(listOf(Transfer, MAX_PARTS)),
})
export type Transaction = Static<typeof Transaction>
export const TransactionsAnswer = Type.Object({ transactions: listOf(Transaction, MAX_PARTS), links })

const Hex = Type.String({ pattern: '^0x[0-9a-fA-F]*$' })
export const ContractAnswer = Type.Object({
  contract_id: EntityId,
  evm_address: Hex,
  file_id: OrNull(EntityId),
  runtime_bytecode: OrNull(Hex),
})
export type ContractAnswer = Static<typeof ContractAnswer>
/** A list with one contract, or empty if the id is not a contract's. */
export const ContractsAnswer = Type.Object({ contracts: listOf(Type.Object({ contract_id: EntityId }), 1) })

const Log = Type.Object({
  contract_id: OrNull(EntityId),
  data: OrNull(Hex),
  index: Type.Integer(),
  timestamp: Type.Optional(Time),
  topics: listOf(Hex, 4),
})
export type Log = Static<typeof Log>
export const ContractLogsAnswer = Type.Object({ logs: listOf(Log), links })

/** A call or a creation of a contract. */
const ContractResult = Type.Object({
  amount: OrNull(Int64),
  call_result: OrNull(Hex),
  contract_id: OrNull(EntityId),
  created_contract_ids: OrNull(listOf(EntityId)),
  error_message: OrNull(Type.String()),
  from: OrNull(Hex),
  function_parameters: OrNull(Hex),
  gas_limit: Int64,
  gas_used: OrNull(Int64),
  timestamp: Time,
})
export type ContractResult = Static<typeof ContractResult>
export const ContractResultsAnswer = Type.Object({ results: listOf(ContractResult), links })
export const ContractResultAnswer = Type.Object({ ...ContractResult.properties, logs: listOf(Log, MAX_PARTS) })

export const TokenAnswer = Type.Object({
  admin_key: OrNull(MirrorKey),
  created_timestamp: OrNull(Time),
  decimals: Type.String({ pattern: '^[0-9]{1,10}$' }),
  deleted: OrNull(Type.Boolean()),
  fee_schedule_key: OrNull(MirrorKey),
  freeze_key: OrNull(MirrorKey),
  kyc_key: OrNull(MirrorKey),
  max_supply: OrNull(Type.String()),
  memo: OrNull(Type.String()),
  metadata: OrNull(Type.String()),
  metadata_key: OrNull(MirrorKey),
  name: Type.String(),
  pause_key: OrNull(MirrorKey),
  pause_status: OrNull(Type.String()),
  supply_key: OrNull(MirrorKey),
  symbol: Type.String(),
  token_id: EntityId,
  total_supply: Type.String({ pattern: '^[0-9]{1,20}$' }),
  treasury_account_id: OrNull(EntityId),
  type: Type.String(),
  wipe_key: OrNull(MirrorKey),
})
export type TokenAnswer = Static<typeof TokenAnswer>

/** Tokens with a name that was searched for. */
export const NamedTokensAnswer = Type.Object({
  tokens: listOf(Type.Object({ name: Type.String(), symbol: Type.String(), token_id: EntityId })),
})

export const HoldersAnswer = Type.Object({
  balances: listOf(Type.Object({ account: EntityId, balance: Int64 })),
  links,
})

export const HoldingsAnswer = Type.Object({
  tokens: listOf(Type.Object({ token_id: EntityId, balance: Int64, decimals: OrNull(Type.Integer()) })),
  links,
})

export const NftAnswer = Type.Object({
  account_id: OrNull(EntityId),
  created_timestamp: OrNull(Time),
  deleted: OrNull(Type.Boolean()),
  metadata: OrNull(Type.String()),
  serial_number: Int64,
  spender: OrNull(EntityId),
  token_id: EntityId,
})
export const NftsAnswer = Type.Object({ nfts: listOf(NftAnswer), links })
export const NftMovesAnswer = Type.Object({
  transactions: listOf(
    Type.Object({
      consensus_timestamp: Time,
      receiver_account_id: OrNull(EntityId),
      sender_account_id: OrNull(EntityId),
      transaction_id: Type.String({ maxLength: 80 }),
      type: Type.String(),
    }),
  ),
  links,
})

export const TopicAnswer = Type.Object({
  admin_key: OrNull(MirrorKey),
  created_timestamp: OrNull(Time),
  deleted: OrNull(Type.Boolean()),
  memo: OrNull(Type.String()),
  submit_key: OrNull(MirrorKey),
  topic_id: EntityId,
})
const Message = Type.Object({
  chunk_info: OrNull(
    Type.Object({
      initial_transaction_id: OrNull(
        Type.Object({ account_id: OrNull(EntityId), transaction_valid_start: Type.String({ maxLength: 40 }) }),
      ),
      number: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
  consensus_timestamp: Time,
  message: Type.String(),
  payer_account_id: OrNull(EntityId),
  sequence_number: Int64,
})
export type Message = Static<typeof Message>
export const MessagesAnswer = Type.Object({ messages: listOf(Message), links })

export const ScheduleAnswer = Type.Object({
  admin_key: OrNull(MirrorKey),
  consensus_timestamp: OrNull(Time),
  creator_account_id: OrNull(EntityId),
  deleted: OrNull(Type.Boolean()),
  executed_timestamp: OrNull(Time),
  expiration_time: OrNull(Time),
  memo: OrNull(Type.String()),
  payer_account_id: OrNull(EntityId),
  schedule_id: EntityId,
  signatures: Type.Optional(
    listOf(
      Type.Object({ consensus_timestamp: Time, public_key_prefix: Type.String(), type: Type.String() }),
      MAX_PARTS,
    ),
  ),
  transaction_body: Type.String(),
  wait_for_expiry: OrNull(Type.Boolean()),
})

const Block = Type.Object({
  count: Type.Integer(),
  hash: Type.String(),
  number: Type.Integer(),
  previous_hash: Type.String(),
  timestamp: Type.Object({ from: Time, to: OrNull(Time) }),
})
export type Block = Static<typeof Block>
export const BlockAnswer = Block
export const BlocksAnswer = Type.Object({ blocks: listOf(Block), links })
