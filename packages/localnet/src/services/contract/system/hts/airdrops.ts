import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { longZeroAddress, tokenId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { addressOf, fn, type SystemCall, type SystemFunction } from '../call.ts'
import { answerCode } from './codes.ts'
import { tokenIdOf, tokenListOf } from './transfers.ts'

const RESULT = '(int64)'

type List = Parameters<typeof tokenListOf>[1]
type Pending = readonly [sender: Buffer, receiver: Buffer, token: Buffer, serial: bigint]

/** The maximum number of airdrops, or rejected tokens, of one call. */
const MAX_REFERENCES = 10

/** @throws StatusError, which reverts the call, if there are too many airdrops or one names no token */
function pendingIn(pending: readonly Pending[], call: SystemCall): proto.IPendingAirdropId[] {
  check(pending.length <= MAX_REFERENCES, 'PENDING_AIRDROP_ID_LIST_TOO_LONG')
  check(
    pending.every(([, , token]) => call.token(token) !== undefined),
    'INVALID_TOKEN_ID',
  )
  return pending.map((one) => pendingOf(one, call))
}

const checkReferences = (count: number): void =>
  check(count <= MAX_REFERENCES, 'TOKEN_REFERENCE_LIST_SIZE_LIMIT_EXCEEDED')

function pendingOf([sender, receiver, address, serial]: Pending, call: SystemCall): proto.IPendingAirdropId {
  const isUnique = call.token(address)?.type === 'NON_FUNGIBLE_UNIQUE'
  const token = tokenIdOf(address)
  return {
    senderId: call.idOf(sender),
    receiverId: call.idOf(receiver),
    ...(isUnique
      ? { nonFungibleToken: { token_ID: token, serialNumber: toLong(serial) } }
      : { fungibleTokenType: token }),
  }
}

export const airdrops: readonly SystemFunction[] = [
  fn<[readonly List[]]>(
    'airdropTokens((address,(address,int64,bool)[],(address,address,int64,bool)[])[])',
    RESULT,
    ([lists], answering) => {
      checkReferences(Math.max(lists.length, lists.flatMap(([, , nfts]) => nfts).length))
      const tokenTransfers = lists.map((list) => tokenListOf(answering.call, list))
      return answerCode(answering, 'tokenAirdrop', { tokenTransfers })
    },
  ),
  fn<[readonly Pending[]]>('cancelAirdrops((address,address,address,int64)[])', RESULT, ([pending], answering) =>
    answerCode(answering, 'tokenCancelAirdrop', {
      pendingAirdrops: pendingIn(pending, answering.call),
    }),
  ),
  fn<[readonly Pending[]]>('claimAirdrops((address,address,address,int64)[])', RESULT, ([pending], answering) =>
    answerCode(answering, 'tokenClaimAirdrop', {
      pendingAirdrops: pendingIn(pending, answering.call),
    }),
  ),
  fn<[Buffer, readonly Buffer[], readonly (readonly [Buffer, bigint])[]]>(
    'rejectTokens(address,address[],(address,int64)[])',
    RESULT,
    ([owner, tokens, nfts], answering) => {
      checkReferences(tokens.length + nfts.length)
      return answerCode(answering, 'tokenReject', {
        owner: answering.call.idOf(owner),
        rejections: [
          ...tokens.map((token) => ({ fungibleToken: tokenIdOf(token) })),
          ...nfts.map(([token, serial]) => ({ nft: { token_ID: tokenIdOf(token), serialNumber: toLong(serial) } })),
        ],
      })
    },
  ),
]

const own = (call: SystemCall): Buffer => addressOf(call.caller.account)
const facadeOf = (call: SystemCall): Buffer => longZeroAddress(call.facade ?? 0)

/** The caller's airdrops of the token whose address is called (HIP-904). */
export const ownAirdrops: readonly SystemFunction[] = [
  fn<[Buffer]>('cancelAirdropFT(address)', RESULT, ([receiver], answering) => {
    const { call } = answering
    const pendingAirdrops = [pendingOf([own(call), receiver, facadeOf(call), 0n], call)]
    return answerCode(answering, 'tokenCancelAirdrop', { pendingAirdrops })
  }),
  fn<[Buffer, bigint]>('cancelAirdropNFT(address,int64)', RESULT, ([receiver, serial], answering) => {
    const { call } = answering
    const pendingAirdrops = [pendingOf([own(call), receiver, facadeOf(call), serial], call)]
    return answerCode(answering, 'tokenCancelAirdrop', { pendingAirdrops })
  }),
  fn<[Buffer]>('claimAirdropFT(address)', RESULT, ([sender], answering) => {
    const { call } = answering
    const pendingAirdrops = [pendingOf([sender, own(call), facadeOf(call), 0n], call)]
    return answerCode(answering, 'tokenClaimAirdrop', { pendingAirdrops })
  }),
  fn<[Buffer, bigint]>('claimAirdropNFT(address,int64)', RESULT, ([sender, serial], answering) => {
    const { call } = answering
    const pendingAirdrops = [pendingOf([sender, own(call), facadeOf(call), serial], call)]
    return answerCode(answering, 'tokenClaimAirdrop', { pendingAirdrops })
  }),
  fn('rejectTokenFT()', RESULT, (_, answering) => {
    const { callerId, facade } = answering.call
    return answerCode(answering, 'tokenReject', {
      owner: callerId,
      rejections: [{ fungibleToken: tokenId(facade ?? 0) }],
    })
  }),
  fn<[readonly bigint[]]>('rejectTokenNFTs(int64[])', RESULT, ([serials], answering) => {
    checkReferences(serials.length)
    const { callerId, facade } = answering.call
    const rejections = serials.map((serial) => ({
      nft: { token_ID: tokenId(facade ?? 0), serialNumber: toLong(serial) },
    }))
    return answerCode(answering, 'tokenReject', { owner: callerId, rejections })
  }),
]
