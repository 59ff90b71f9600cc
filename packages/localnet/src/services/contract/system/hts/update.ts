import type { proto } from '@hiero-ledger/proto'
import type { SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import type { ResponseCode } from '#protocol/status-error.ts'
import { type Answering, codeValue, fn, halted, type SystemCall, type SystemFunction, standardized } from '../call.ts'
import { answerCode } from './codes.ts'
import {
  type Expiry,
  expiryOf,
  type FixedFee,
  type FractionalFee,
  fixedFeesOf,
  fractionalFeesOf,
  type HederaToken,
  keysOf,
  type RoyaltyFee,
  royaltyFeesOf,
  type StructTypes,
  type TokenKey,
  V1,
  V2,
  V3,
  WITH_METADATA,
} from './structs.ts'
import { tokenIdOf } from './transfers.ts'

type Body = proto.ITokenUpdateTransactionBody

const RESULT = '(int64)'
const MALFORMED = halted('ERROR_DECODING_PRECOMPILE_INPUT')

function update(body: Body, { call, success }: Answering): SystemOutcome {
  const { status, gas } = call.dispatch('tokenUpdate', body)
  return success(gas, codeValue(standardized(refined(status, body, call))))
}

/** Replaces some failures of an update by the codes that contracts get (UpdateCommonDecoder). */
function refined(status: ResponseCode, { token, treasury }: Body, { state }: SystemCall): ResponseCode {
  if (status === 'INVALID_ACCOUNT_ID' && treasury && !state.account(treasury))
    return 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN'
  const known = state.tokens.get(Number(token?.tokenNum ?? -1))
  return status === 'INVALID_SIGNATURE' && known && known.adminKey === null ? 'TOKEN_IS_IMMUTABLE' : status
}

function bodyOf([address, token]: readonly [Buffer, HederaToken], call: SystemCall): Body | undefined {
  const [name, symbol, treasury, memo, , , , tokenKeys, expiry, metadata] = token
  const keys = keysOf(tokenKeys, call)
  if (!keys) return undefined
  const treasuryId = call.idOf(treasury)
  return {
    token: tokenIdOf(address),
    name,
    symbol,
    memo: { value: memo },
    ...(accountNumber(treasuryId) !== 0 && { treasury: treasuryId }),
    ...keys,
    ...expiryOf(expiry, call),
    ...(metadata && metadata.length > 0 && { metadata: { value: metadata } }),
  }
}

const infoOf = (types: StructTypes): SystemFunction =>
  fn<[Buffer, HederaToken]>(
    `updateTokenInfo(address,${types.token})`,
    RESULT,
    (args, answering) => {
      const body = bodyOf(args, answering.call)
      return body ? update(body, answering) : MALFORMED
    },
    {
      schedulable(args, call) {
        const tokenUpdate = bodyOf(args, call)
        return tokenUpdate && { tokenUpdate }
      },
    },
  )

const expiryUpdate = (types: StructTypes): SystemFunction =>
  fn<[Buffer, Expiry]>(`updateTokenExpiryInfo(address,${types.expiry})`, RESULT, ([address, expiry], answering) =>
    update({ token: tokenIdOf(address), ...expiryOf(expiry, answering.call) }, answering),
  )

/** Replaces a token's custom fees. A fee in "the current token" names the token itself. */
function schedule(address: Buffer, fees: readonly proto.ICustomFee[], answering: Answering): SystemOutcome {
  const token = tokenIdOf(address)
  const customFees = fees.map((fee) => {
    const isOwn = fee.fixedFee?.denominatingTokenId && tokenNumber(fee.fixedFee.denominatingTokenId) === 0
    return isOwn ? { ...fee, fixedFee: { ...fee.fixedFee, denominatingTokenId: token } } : fee
  })
  return answerCode(answering, 'tokenFeeScheduleUpdate', { tokenId: token, customFees })
}

export const updates: readonly SystemFunction[] = [
  ...[V1, V2, V3].map(infoOf),
  ...[V1, V3].map(expiryUpdate),
  fn<[Buffer, readonly TokenKey[]]>(
    `updateTokenKeys(address,${V3.keys})`,
    RESULT,
    ([address, tokenKeys], answering) => {
      const keys = keysOf(tokenKeys, answering.call)
      return keys ? update({ token: tokenIdOf(address), ...keys }, answering) : MALFORMED
    },
  ),
  fn<[Buffer, readonly FixedFee[], readonly FractionalFee[]]>(
    `updateFungibleTokenCustomFees(address,${V3.fixedFees},${V3.fractionalFees})`,
    RESULT,
    ([address, fixed, fractional], answering) => {
      const { call } = answering
      return schedule(address, [...fixedFeesOf(fixed, call), ...fractionalFeesOf(fractional, call)], answering)
    },
  ),
  fn<[Buffer, readonly FixedFee[], readonly RoyaltyFee[]]>(
    `updateNonFungibleTokenCustomFees(address,${V3.fixedFees},${V3.royaltyFees})`,
    RESULT,
    ([address, fixed, royalties], answering) => {
      const { call } = answering
      return schedule(address, [...fixedFeesOf(fixed, call), ...royaltyFeesOf(royalties, call)], answering)
    },
  ),
  fn<[Buffer, readonly bigint[], Buffer]>(
    'updateNFTsMetadata(address,int64[],bytes)',
    RESULT,
    ([address, serials, metadata], answering) =>
      answerCode(answering, 'tokenUpdateNfts', {
        token: tokenIdOf(address),
        serialNumbers: serials.map(toLong),
        metadata: { value: metadata },
      }),
  ),
]

export const updatesWithMetadata: readonly SystemFunction[] = [infoOf(WITH_METADATA)]
