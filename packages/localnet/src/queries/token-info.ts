import { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId, tokenNumber } from '#protocol/ids.ts'
import { type Key, keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import type { Token } from '#state/entities.ts'
import { defineQuery } from './query-definition.ts'

/** TokenGetInfo: everything about a token, also after it was deleted. */
export const tokenInfo = defineQuery('tokenGetInfo', {
  response: 'tokenGetInfo',
  isPaid: true,
  answer(query, { state }) {
    const token = state.tokens.get(tokenNumber(query.token))
    check(token !== undefined, 'INVALID_TOKEN_ID')
    return { tokenInfo: infoOf(token) }
  },
})

function infoOf(token: Token): proto.ITokenInfo {
  return {
    tokenId: tokenId(token.num),
    tokenType: proto.TokenType[token.type],
    supplyType: proto.TokenSupplyType[token.supplyType],
    name: token.name,
    symbol: token.symbol,
    memo: token.memo,
    metadata: token.metadata,
    decimals: token.decimals,
    totalSupply: toLong(token.totalSupply),
    maxSupply: toLong(token.maxSupply),
    treasury: accountId(token.treasury),
    deleted: token.deleted,
    customFees: [...token.customFees],
    expiry: toTimestamp(token.expiry * NANOS_PER_SECOND),
    ledgerId: LEDGER_ID,
    ...keysOf(token),
    ...statusesOf(token),
    ...(token.autoRenewAccount === null ? {} : { autoRenewAccount: accountId(token.autoRenewAccount) }),
    ...(token.autoRenewPeriod === 0n ? {} : { autoRenewPeriod: { seconds: toLong(token.autoRenewPeriod) } }),
  }
}

const keyOrNull = (key: Key | null): proto.IKey | null => key && keyToProto(key)

function keysOf(token: Token): proto.ITokenInfo {
  return {
    adminKey: keyOrNull(token.adminKey),
    kycKey: keyOrNull(token.kycKey),
    freezeKey: keyOrNull(token.freezeKey),
    wipeKey: keyOrNull(token.wipeKey),
    supplyKey: keyOrNull(token.supplyKey),
    feeScheduleKey: keyOrNull(token.feeScheduleKey),
    pauseKey: keyOrNull(token.pauseKey),
    metadataKey: keyOrNull(token.metadataKey),
  }
}

function statusesOf({ freezeKey, freezeDefault, kycKey, pauseKey, paused }: Token): proto.ITokenInfo {
  const { TokenFreezeStatus: Freeze, TokenKycStatus: Kyc, TokenPauseStatus: Pause } = proto
  return {
    defaultFreezeStatus: freezeKey ? (freezeDefault ? Freeze.Frozen : Freeze.Unfrozen) : Freeze.FreezeNotApplicable,
    defaultKycStatus: kycKey ? Kyc.Revoked : Kyc.KycNotApplicable,
    pauseStatus: pauseKey ? (paused ? Pause.Paused : Pause.Unpaused) : Pause.PauseNotApplicable,
  }
}
