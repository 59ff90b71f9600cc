/** Tokens and NFTs in the SDKs' terms, from the mirror. */
import type { MirrorJson, PublicMirror } from '@quorate/ledger'
import { AmountOut, AnyNames } from '@quorate/platform'
import { nanosText } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { shaped } from '../fit-to-schema.ts'
import { orNull, Token } from '../mirror.ts'
import { keyText } from './keys.ts'
import { ledgerIdOf } from './ledger-id.ts'

const Text = Type.String()
const TextOrNull = orNull(Text)
const Fees = Type.Array(AnyNames(Type.Unknown()))

export const TokenOut = Type.Object({
  tokenId: Text,
  name: Text,
  symbol: Text,
  decimals: Type.Integer(),
  totalSupply: Type.String({ description: 'in smallest units' }),
  treasuryAccountId: TextOrNull,
  adminKey: TextOrNull,
  kycKey: TextOrNull,
  freezeKey: TextOrNull,
  pauseKey: TextOrNull,
  wipeKey: TextOrNull,
  supplyKey: TextOrNull,
  feeScheduleKey: TextOrNull,
  defaultFreezeStatus: orNull(Type.Boolean()),
  pauseStatus: orNull(Type.Boolean({ description: 'null: it cannot be paused' })),
  isDeleted: Type.Boolean(),
  autoRenewAccountId: TextOrNull,
  autoRenewPeriod: orNull(AmountOut),
  expirationTime: orNull(Type.String({ description: 'seconds.nanoseconds' })),
  tokenMemo: Text,
  customFees: Type.Object({ fixed_fees: Fees, fractional_fees: Fees, royalty_fees: Fees }),
  tokenType: Text,
  supplyType: TextOrNull,
  maxSupply: TextOrNull,
  ledgerId: Text,
})

export const NftsOut = Type.Array(
  Type.Object({
    nftId: Type.Object({ tokenId: Text, serialNumber: AmountOut }),
    accountId: TextOrNull,
    creationTime: TextOrNull,
    metadata: Type.String({ description: 'base64' }),
    ledgerId: Text,
    spenderId: TextOrNull,
  }),
)

/** All reads share this schema, so it is compiled once. */
const Known = Type.Omit(Token, ['expiry_timestamp', 'custom_fees'])

export async function tokenOf(chain: string, mirror: PublicMirror, id: string): Promise<Static<typeof TokenOut>> {
  const path = `/tokens/${id}`
  const raw = await mirror.get(path)
  const expires = raw.expiry_timestamp == null ? null : nanosText(BigInt(String(raw.expiry_timestamp)))
  const {
    fixed_fees = [],
    fractional_fees = [],
    royalty_fees = [],
  } = (raw.custom_fees ?? {}) as Record<string, MirrorJson[]>
  const token = shaped(Known, raw, path)
  return {
    tokenId: token.token_id,
    name: token.name,
    symbol: token.symbol,
    decimals: Number(token.decimals),
    totalSupply: token.total_supply,
    treasuryAccountId: token.treasury_account_id,
    adminKey: keyText(token.admin_key),
    kycKey: keyText(token.kyc_key),
    freezeKey: keyText(token.freeze_key),
    pauseKey: keyText(token.pause_key),
    wipeKey: keyText(token.wipe_key),
    supplyKey: keyText(token.supply_key),
    feeScheduleKey: keyText(token.fee_schedule_key),
    defaultFreezeStatus: token.freeze_key ? token.freeze_default : null,
    pauseStatus: token.pause_key ? token.pause_status === 'PAUSED' : null,
    isDeleted: token.deleted ?? false,
    autoRenewAccountId: token.auto_renew_account,
    autoRenewPeriod: token.auto_renew_period,
    expirationTime: expires,
    tokenMemo: token.memo ?? '',
    customFees: { fixed_fees, fractional_fees, royalty_fees },
    tokenType: token.type,
    supplyType: token.supply_type,
    maxSupply: token.max_supply,
    ledgerId: ledgerIdOf(chain),
  }
}

const MirrorNft = Type.Object({
  account_id: TextOrNull,
  created_timestamp: TextOrNull,
  metadata: Text,
  serial_number: AmountOut,
  spender: Type.Optional(TextOrNull),
  token_id: Text,
})

/** One NFT, in an array as the SDKs' query returns it. */
export async function nftOf(
  chain: string,
  mirror: PublicMirror,
  token: string,
  serial: string,
): Promise<Static<typeof NftsOut>> {
  const path = `/tokens/${token}/nfts/${serial}`
  const nft = shaped(MirrorNft, await mirror.get(path), path)
  return [
    {
      nftId: { tokenId: nft.token_id, serialNumber: nft.serial_number },
      accountId: nft.account_id,
      creationTime: nft.created_timestamp,
      metadata: nft.metadata,
      ledgerId: ledgerIdOf(chain),
      spenderId: nft.spender ?? null,
    },
  ]
}
