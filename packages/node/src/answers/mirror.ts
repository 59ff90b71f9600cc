/** The answers of mirror reads, with the Mirror Node's field names. */
import { AmountOut, AnyNames, namedSchema } from '@quorate/platform'
import { type TSchema, Type } from 'typebox'

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Text = Type.String()
const TextOrNull = orNull(Text)
const Flag = Type.Boolean()
const Timestamp = Type.String({ description: 'seconds.nanoseconds' })
const TimestampOrNull = orNull(Timestamp)
const Key = orNull(Type.Object({ _type: Type.Optional(Text), key: Text }))
const Loose = AnyNames(Type.Unknown())
/** `next` is a link, at this node, to the list's next page. */
export const Links = Type.Object({ next: TextOrNull })

export const TopicMessage = namedSchema(
  'TopicMessage',
  Type.Object({
    chunk_info: orNull(
      Type.Object({
        number: Type.Integer(),
        total: Type.Integer(),
        initial_transaction_id: orNull(
          Type.Object({
            account_id: TextOrNull,
            nonce: orNull(Type.Integer()),
            scheduled: orNull(Flag),
            transaction_valid_start: TextOrNull,
          }),
        ),
      }),
    ),
    consensus_timestamp: Timestamp,
    message: Type.String({ description: 'base64, unless you request another encoding' }),
    payer_account_id: TextOrNull,
    running_hash: TextOrNull,
    running_hash_version: orNull(Type.Integer()),
    sequence_number: AmountOut,
    topic_id: Text,
  }),
)

export const TopicStatus = namedSchema(
  'TopicStatus',
  Type.Object({
    _status: Type.Object({
      topicId: Text,
      sequenceNumber: AmountOut,
      runningHash: TextOrNull,
      runningHashVersion: orNull(Type.Integer()),
    }),
  }),
)

export const Token = namedSchema(
  'MirrorToken',
  Type.Object({
    admin_key: Key,
    auto_renew_account: TextOrNull,
    auto_renew_period: orNull(AmountOut),
    created_timestamp: TimestampOrNull,
    custom_fees: orNull(
      Type.Object({
        created_timestamp: TimestampOrNull,
        fixed_fees: Type.Array(Loose),
        fractional_fees: Type.Array(Loose),
        royalty_fees: Type.Optional(Type.Array(Loose)),
      }),
    ),
    decimals: Text,
    deleted: orNull(Flag),
    expiry_timestamp: orNull(
      Type.Union([Type.Number(), Text], {
        description: 'nanoseconds since the epoch: a number, or a decimal string if a number would lose digits',
      }),
    ),
    fee_schedule_key: Key,
    freeze_default: orNull(Flag),
    freeze_key: Key,
    initial_supply: TextOrNull,
    kyc_key: Key,
    max_supply: TextOrNull,
    memo: TextOrNull,
    modified_timestamp: TimestampOrNull,
    name: Text,
    pause_key: Key,
    pause_status: TextOrNull,
    supply_key: Key,
    supply_type: TextOrNull,
    symbol: Text,
    token_id: Text,
    total_supply: Text,
    treasury_account_id: TextOrNull,
    type: Text,
    wipe_key: Key,
  }),
)

const TokenAmount = Type.Object({ token_id: Text, balance: AmountOut })

export const TokenBalances = namedSchema(
  'TokenBalances',
  Type.Object({
    timestamp: TimestampOrNull,
    balances: Type.Array(Type.Object({ account: Text, balance: AmountOut, tokens: Type.Array(TokenAmount) })),
    links: Links,
  }),
)

export const Nft = namedSchema(
  'Nft',
  Type.Object({
    account_id: TextOrNull,
    created_timestamp: TimestampOrNull,
    delegating_spender: TextOrNull,
    deleted: Flag,
    metadata: Type.String({ description: 'base64' }),
    modified_timestamp: TimestampOrNull,
    serial_number: AmountOut,
    spender_id: TextOrNull,
    token_id: Text,
  }),
)
export const Nfts = namedSchema(
  'Nfts',
  Type.Object({
    nfts: Type.Array(Type.Array(Nft), { description: 'one inner array for each page of the mirror node' }),
    links: Links,
  }),
)

export const NftTransfer = namedSchema(
  'NftTransfer',
  Type.Object({
    is_approval: Flag,
    receiver_account_id: TextOrNull,
    sender_account_id: TextOrNull,
    serial_number: AmountOut,
    token_id: Text,
  }),
)

export const Transaction = namedSchema(
  'MirrorTransaction',
  Type.Object({
    assessed_custom_fees: Type.Array(
      Type.Object({
        amount: AmountOut,
        collector_account_id: TextOrNull,
        effective_payer_account_ids: Type.Array(Text),
        token_id: TextOrNull,
      }),
    ),
    bytes: TextOrNull,
    charged_tx_fee: AmountOut,
    consensus_timestamp: Timestamp,
    entity_id: TextOrNull,
    max_fee: TextOrNull,
    memo_base64: TextOrNull,
    name: Text,
    nft_transfers: Type.Array(NftTransfer),
    node: TextOrNull,
    nonce: Type.Integer(),
    parent_consensus_timestamp: TimestampOrNull,
    result: Text,
    scheduled: Flag,
    staking_reward_transfers: Type.Array(Type.Object({ account_id: Text, amount: AmountOut })),
    token_transfers: Type.Array(
      Type.Object({ token_id: Text, account: Text, amount: AmountOut, is_approval: Type.Optional(Flag) }),
    ),
    transaction_hash: TextOrNull,
    transaction_id: Text,
    transfers: Type.Array(Type.Object({ account: Text, amount: AmountOut, is_approval: Type.Optional(Flag) })),
    valid_duration_seconds: TextOrNull,
    valid_start_timestamp: TimestampOrNull,
  }),
)

const Hashes = Type.Array(Type.Array(Text), {
  description: 'one list for each transaction of the block: its hash, in base64',
})

export const StateProof = namedSchema(
  'StateProof',
  Type.Object({
    address_books: Type.Array(Text),
    record_file: Type.Union([
      Text,
      Type.Object({
        head: TextOrNull,
        start_running_hash_object: TextOrNull,
        end_running_hash_object: TextOrNull,
        hashes_before: orNull(Hashes),
        hashes_after: orNull(Hashes),
        record_stream_object: TextOrNull,
        block_number: orNull(Type.Union([Text, Type.Integer()])),
      }),
    ]),
    signature_files: AnyNames(Type.String()),
    version: Type.Integer(),
  }),
)

export const Schedule = namedSchema(
  'MirrorSchedule',
  Type.Object({
    admin_key: Key,
    consensus_timestamp: TimestampOrNull,
    creator_account_id: Text,
    deleted: Flag,
    executed_timestamp: TimestampOrNull,
    expiration_time: TimestampOrNull,
    memo: TextOrNull,
    payer_account_id: Text,
    schedule_id: Text,
    signatures: Type.Array(
      Type.Object({
        consensus_timestamp: Type.Optional(TextOrNull),
        public_key_prefix: Text,
        signature: Text,
        type: Text,
      }),
    ),
    transaction_body: Type.String({ description: 'the SchedulableTransactionBody as JSON text' }),
    transaction_body_bytes: Type.String({ description: 'the same as the ledger keeps it, in base64' }),
    wait_for_expiry: Flag,
  }),
)

export const Account = namedSchema(
  'MirrorAccount',
  Type.Object({
    account: Text,
    alias: TextOrNull,
    auto_renew_period: orNull(AmountOut),
    balance: orNull(Type.Object({ timestamp: TimestampOrNull, balance: AmountOut, tokens: Type.Array(TokenAmount) })),
    created_timestamp: TimestampOrNull,
    decline_reward: orNull(Flag),
    deleted: orNull(Flag),
    ethereum_nonce: orNull(AmountOut),
    evm_address: TextOrNull,
    expiry_timestamp: TimestampOrNull,
    key: Key,
    max_automatic_token_associations: orNull(Type.Integer()),
    memo: TextOrNull,
    pending_reward: orNull(AmountOut),
    receiver_sig_required: orNull(Flag),
    staked_account_id: TextOrNull,
    staked_node_id: orNull(Type.Integer()),
    stake_period_start: TimestampOrNull,
    transactions: Type.Optional(Type.Array(Type.Omit(Transaction, ['assessed_custom_fees']))),
    links: Links,
  }),
)

export const Rewards = namedSchema(
  'Rewards',
  Type.Object({
    rewards: Type.Array(Type.Object({ account_id: Text, amount: AmountOut, timestamp: Timestamp })),
    links: Links,
  }),
)

export const TokenRelationship = namedSchema(
  'TokenRelationship',
  Type.Object({
    automatic_association: Flag,
    balance: AmountOut,
    created_timestamp: TimestampOrNull,
    decimals: orNull(Type.Integer()),
    freeze_status: TextOrNull,
    kyc_status: TextOrNull,
    token_id: Text,
  }),
)
