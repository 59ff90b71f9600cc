/** Schemas of the Mirror Node's REST API, limited to the fields that are read here. */
import { AccountId, TokenId } from '@quorate/platform'
import { MirrorTimestamp as Timestamp } from '@quorate/verify/recount'
import { Type } from 'typebox'

/** int64: a number, or a BigInt beyond 2^53. */
const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(orNull(schema))

const Links = Type.Object({ next: optional(Type.String()) })

export const AccountAnswer = Type.Object({
  account: AccountId,
  key: optional(Type.Object({ _type: Type.String(), key: Type.String() })),
  deleted: optional(Type.Boolean()),
  balance: optional(Type.Object({ balance: optional(Int64) })),
  receiver_sig_required: optional(Type.Boolean()),
  evm_address: optional(Type.String()),
  delegation_address: optional(Type.String()),
  max_automatic_token_associations: optional(Type.Integer()),
  memo: optional(Type.String()),
  staked_node_id: optional(Type.Integer()),
  staked_account_id: optional(AccountId),
  created_timestamp: optional(Timestamp),
})

export const TokensAnswer = Type.Object({
  tokens: Type.Array(
    Type.Object({
      token_id: TokenId,
      balance: Int64,
      decimals: optional(Type.Integer()),
      automatic_association: optional(Type.Boolean()),
      freeze_status: optional(Type.String()),
      kyc_status: optional(Type.String()),
    }),
  ),
  links: Type.Optional(Links),
})

export const NftsAnswer = Type.Object({
  nfts: Type.Array(Type.Object({ token_id: TokenId, serial_number: Int64, deleted: optional(Type.Boolean()) })),
  links: Type.Optional(Links),
})

export const TokenAnswer = Type.Object({
  token_id: TokenId,
  type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
  name: Type.String(),
  symbol: Type.String(),
  decimals: Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer()]),
  total_supply: Type.Union([Type.String({ pattern: '^\\d+$' }), Int64]),
  treasury_account_id: orNull(AccountId),
  deleted: optional(Type.Boolean()),
  pause_status: optional(Type.String()),
})

export const NodesAnswer = Type.Object({
  nodes: Type.Array(Type.Object({ node_id: Type.Integer(), node_account_id: AccountId })),
  links: Type.Optional(Links),
})

export const ScheduleAnswer = Type.Object({
  schedule_id: Type.String(),
  creator_account_id: optional(AccountId),
  payer_account_id: optional(AccountId),
  admin_key: optional(Type.Object({ _type: Type.String(), key: Type.String() })),
  consensus_timestamp: Timestamp,
  memo: optional(Type.String()),
  wait_for_expiry: optional(Type.Boolean()),
  expiration_time: optional(Timestamp),
  executed_timestamp: optional(Timestamp),
  deleted: optional(Type.Boolean()),
  transaction_body: Type.String(),
  signatures: optional(
    Type.Array(
      Type.Object({
        public_key_prefix: optional(Type.String()),
        signature: Type.String(),
        consensus_timestamp: Timestamp,
      }),
    ),
  ),
})

export const TransactionsAnswer = Type.Object({
  transactions: Type.Array(
    Type.Object({
      transaction_id: Type.String(),
      consensus_timestamp: Timestamp,
      result: Type.String(),
      name: Type.String(),
      nonce: optional(Type.Integer()),
      scheduled: optional(Type.Boolean()),
      entity_id: optional(AccountId),
      batch_key: Type.Optional(Type.Unknown()),
    }),
  ),
})
