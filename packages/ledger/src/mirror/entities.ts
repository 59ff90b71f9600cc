/** Reads for preparing writes: tokens with their keys, topics, single NFTs and relationships. */
import { AccountId, TokenId, TopicId } from '@quorate/platform'
import { customFeesIn, type Key, type MirrorCustomFee } from '@quorate/verify'
import { entityPath, keyOf, MirrorTimestamp as Timestamp } from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'
import type { MirrorHttp } from './http.ts'

/** The roles of a token's keys, by the SDKs' names. */
export const TOKEN_KEYS = [
  'adminKey',
  'feeScheduleKey',
  'freezeKey',
  'kycKey',
  'pauseKey',
  'supplyKey',
  'wipeKey',
] as const
export type TokenKeyName = (typeof TOKEN_KEYS)[number]

/** A token with the details that writes need; amounts in base units. */
export interface MirrorTokenDetails {
  id: string
  type: 'FUNGIBLE_COMMON' | 'NON_FUNGIBLE_UNIQUE'
  decimals: number
  totalSupply: bigint
  /** 0 means unlimited. */
  maxSupply: bigint
  treasury: string | null
  deleted: boolean
  paused: boolean
  keys: Record<TokenKeyName, Key | null>
  customFees: MirrorCustomFee[]
  createdTimestamp: string
}

export interface MirrorTopic {
  id: string
  adminKey: Key | null
  submitKey: Key | null
  feeScheduleKey: Key | null
  /** Fixed fees. The payer of a message pays them for each of its chunks. */
  customFees: MirrorCustomFee[]
  autoRenewAccount: string | null
  memo: string
  deleted: boolean
  createdTimestamp: string
}

export interface EntityReads {
  tokenDetails(id: string): Promise<MirrorTokenDetails | null>
  topic(id: string): Promise<MirrorTopic | null>
  /** The account that owns a serial number; null if the serial was never minted, or was burned or wiped. */
  nftOwner(tokenId: string, serial: bigint): Promise<string | null>
  /**
   * An account's balance of a token; null if they are not associated. For non-fungible tokens the balance is the number
   * of serials.
   */
  holding(account: string, tokenId: string): Promise<{ balance: bigint; frozen: boolean; kycRevoked: boolean } | null>
  /** The id (`0.0.n@s.n`) of the transaction with this consensus timestamp. */
  transactionIdAt(consensusTimestamp: string): Promise<string | null>
}

const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const MirrorKey = OrNull(Type.Object({ _type: Type.String(), key: Type.String() }))
const Text = Type.Union([Type.String({ pattern: '^\\d+$' }), Int64])

const Fraction = Type.Object({ numerator: Int64, denominator: Int64 })
const Collected = {
  collector_account_id: OrNull(AccountId),
  all_collectors_are_exempt: OrNull(Type.Boolean()),
}
const Price = { amount: Int64, denominating_token_id: OrNull(TokenId) }
const CustomFees = OrNull(
  Type.Object({
    fixed_fees: OrNull(Type.Array(Type.Object({ ...Price, ...Collected }))),
    fractional_fees: OrNull(
      Type.Array(
        Type.Object({
          amount: Fraction,
          minimum: OrNull(Int64),
          maximum: OrNull(Int64),
          net_of_transfers: OrNull(Type.Boolean()),
          ...Collected,
        }),
      ),
    ),
    royalty_fees: OrNull(
      Type.Array(Type.Object({ amount: Fraction, fallback_fee: OrNull(Type.Object(Price)), ...Collected })),
    ),
  }),
)

const TokenDetails = Type.Object({
  token_id: TokenId,
  type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
  decimals: Text,
  total_supply: Text,
  max_supply: OrNull(Text),
  treasury_account_id: OrNull(AccountId),
  deleted: OrNull(Type.Boolean()),
  pause_status: OrNull(Type.String()),
  created_timestamp: Timestamp,
  admin_key: MirrorKey,
  fee_schedule_key: MirrorKey,
  freeze_key: MirrorKey,
  kyc_key: MirrorKey,
  pause_key: MirrorKey,
  supply_key: MirrorKey,
  wipe_key: MirrorKey,
  custom_fees: CustomFees,
})
const Topic = Type.Object({
  topic_id: TopicId,
  admin_key: MirrorKey,
  submit_key: MirrorKey,
  fee_schedule_key: MirrorKey,
  custom_fees: CustomFees,
  auto_renew_account: OrNull(AccountId),
  memo: OrNull(Type.String()),
  deleted: OrNull(Type.Boolean()),
  created_timestamp: Timestamp,
})
const Nft = Type.Object({ account_id: OrNull(AccountId), deleted: OrNull(Type.Boolean()) })
const Holdings = Type.Object({
  tokens: Type.Array(
    Type.Object({
      token_id: TokenId,
      balance: Int64,
      freeze_status: OrNull(Type.String()),
      kyc_status: OrNull(Type.String()),
    }),
  ),
})
const At = Type.Object({
  transactions: Type.Array(Type.Object({ transaction_id: Type.String(), consensus_timestamp: Timestamp })),
})

export function entityReads(http: MirrorHttp): EntityReads {
  return {
    async tokenDetails(id) {
      const found = await http.get(entityPath([id], `/api/v1/tokens/${id}`), TokenDetails)
      return found && toDetails(found)
    },
    async topic(id) {
      const found = await http.get(entityPath([id], `/api/v1/topics/${id}`), Topic)
      return found && toTopic(found)
    },
    async nftOwner(tokenId, serial) {
      const found = await http.get(entityPath([tokenId], `/api/v1/tokens/${tokenId}/nfts/${serial}`), Nft)
      return found && !found.deleted ? (found.account_id ?? null) : null
    },
    async holding(account, tokenId) {
      const path = entityPath([account, tokenId], `/api/v1/accounts/${account}/tokens?token.id=${tokenId}`)
      const found = await http.get(path, Holdings)
      const held = found?.tokens.find((one) => one.token_id === tokenId)
      if (!held) return null
      const { balance, freeze_status, kyc_status } = held
      return { balance: BigInt(balance), frozen: freeze_status === 'FROZEN', kycRevoked: kyc_status === 'REVOKED' }
    },
    async transactionIdAt(consensusTimestamp) {
      const found = await http.get(`/api/v1/transactions?timestamp=${consensusTimestamp}&limit=1`, At)
      const [transaction] = found?.transactions ?? []
      return transaction ? withAt(transaction.transaction_id) : null
    },
  }
}

/** Converts the mirror's `0.0.n-s-n` to `0.0.n@s.n`. */
const withAt = (id: string): string => id.replace(/^([\d.]+)-(\d+)-(\d+)$/, '$1@$2.$3')

const toDetails = (found: Static<typeof TokenDetails>): MirrorTokenDetails => ({
  id: found.token_id,
  type: found.type,
  decimals: Number(found.decimals),
  totalSupply: BigInt(found.total_supply),
  maxSupply: BigInt(found.max_supply ?? 0),
  treasury: found.treasury_account_id ?? null,
  deleted: found.deleted ?? false,
  paused: found.pause_status === 'PAUSED',
  createdTimestamp: found.created_timestamp,
  customFees: customFeesIn(found.custom_fees),
  keys: {
    adminKey: keyOf(found.token_id, found.admin_key),
    feeScheduleKey: keyOf(found.token_id, found.fee_schedule_key),
    freezeKey: keyOf(found.token_id, found.freeze_key),
    kycKey: keyOf(found.token_id, found.kyc_key),
    pauseKey: keyOf(found.token_id, found.pause_key),
    supplyKey: keyOf(found.token_id, found.supply_key),
    wipeKey: keyOf(found.token_id, found.wipe_key),
  },
})

const toTopic = (found: Static<typeof Topic>): MirrorTopic => ({
  id: found.topic_id,
  adminKey: keyOf(found.topic_id, found.admin_key),
  submitKey: keyOf(found.topic_id, found.submit_key),
  feeScheduleKey: keyOf(found.topic_id, found.fee_schedule_key),
  customFees: customFeesIn(found.custom_fees),
  autoRenewAccount: found.auto_renew_account ?? null,
  memo: found.memo ?? '',
  deleted: found.deleted ?? false,
  createdTimestamp: found.created_timestamp,
})
