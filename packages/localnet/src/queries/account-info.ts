import { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, longZeroAddress, tokenId } from '#protocol/ids.ts'
import { keyToProto } from '#protocol/keys.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, toTimestamp } from '#protocol/time.ts'
import type { Account, Token, TokenRelation } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { MAX_RELATIONS } from './account-balance.ts'
import { defineQuery } from './query-definition.ts'

/** CryptoGetInfo: everything about an account. */
export const accountInfo = defineQuery('cryptoGetInfo', {
  response: 'cryptoGetInfo',
  isPaid: true,
  answer(query, { state }) {
    const account = state.account(query.accountID)
    check(account !== undefined, 'INVALID_ACCOUNT_ID')
    check(!account.deleted, 'ACCOUNT_DELETED')
    return { accountInfo: infoOf(account, state) }
  },
})

function infoOf(account: Account, state: State): proto.CryptoGetInfoResponse.IAccountInfo {
  return {
    accountID: accountId(account.num),
    contractAccountID: (account.evmAddress ?? longZeroAddress(account.num)).toString('hex'),
    deleted: account.deleted,
    key: keyToProto(account.key),
    balance: toLong(account.balance),
    receiverSigRequired: account.receiverSigRequired,
    expirationTime: toTimestamp(account.expiry * NANOS_PER_SECOND),
    autoRenewPeriod: { seconds: toLong(account.autoRenewPeriod) },
    tokenRelationships: Array.from(state.relationsOf(account.num).take(MAX_RELATIONS), (relation) =>
      relationshipOf(relation, state),
    ),
    memo: account.memo,
    ownedNfts: toLong(BigInt(account.ownedNfts)),
    maxAutomaticTokenAssociations: account.maxAutoAssociations,
    alias: account.alias,
    ledgerId: LEDGER_ID,
    ethereumNonce: toLong(account.ethereumNonce),
    stakingInfo: stakingOf(account),
  }
}

export function stakingOf(account: Account): proto.IStakingInfo {
  const { declineReward, stakedNode, stakedAccount, stakePeriodStart } = account
  return {
    declineReward,
    ...(stakedNode === null ? {} : { stakedNodeId: toLong(BigInt(stakedNode)) }),
    ...(stakedAccount === null ? {} : { stakedAccountId: accountId(stakedAccount) }),
    ...(stakedNode === null || stakePeriodStart === null
      ? {}
      : { stakePeriodStart: toTimestamp(stakePeriodStart * NANOS_PER_SECOND) }),
  }
}

export function relationshipOf(relation: TokenRelation, state: State): proto.ITokenRelationship {
  const token = state.tokens.get(relation.token)
  return {
    tokenId: tokenId(relation.token),
    symbol: token?.symbol ?? '',
    balance: toLong(relation.balance),
    kycStatus: kycStatusOf(relation, token),
    freezeStatus: freezeStatusOf(relation, token),
    decimals: token?.decimals ?? 0,
    automaticAssociation: relation.automatic,
  }
}

function kycStatusOf({ kycGranted }: TokenRelation, token: Token | undefined): proto.TokenKycStatus {
  if (!token?.kycKey) return proto.TokenKycStatus.KycNotApplicable
  return kycGranted ? proto.TokenKycStatus.Granted : proto.TokenKycStatus.Revoked
}

function freezeStatusOf({ frozen }: TokenRelation, token: Token | undefined): proto.TokenFreezeStatus {
  if (!token?.freezeKey) return proto.TokenFreezeStatus.FreezeNotApplicable
  return frozen ? proto.TokenFreezeStatus.Frozen : proto.TokenFreezeStatus.Unfrozen
}
