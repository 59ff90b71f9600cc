import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { checkAirdropIds, checkIdCount, findAirdrops } from './airdrops/pending-airdrops.ts'

/** TokenCancelAirdrop (HIP-904): the sender cancels airdrops that were not claimed yet. */
export const cancelAirdrops = define('tokenCancelAirdrop', {
  type: 59,
  name: 'TOKENCANCELAIRDROP',
  price: { functionality: 'TokenCancelAirdrop', base: 9_000_000n },

  precheck({ pendingAirdrops }) {
    checkAirdropIds(pendingAirdrops)
    for (const id of pendingAirdrops ?? []) checkToken(id)
  },

  checkLengths: checkIdCount,

  signers({ pendingAirdrops }, { state }) {
    return (pendingAirdrops ?? []).map(({ senderId }) => {
      const sender = state.account(senderId)
      check(sender !== undefined, 'INVALID_PENDING_AIRDROP_ID')
      return sender.key.rule
    })
  },

  handle({ pendingAirdrops }, { state }) {
    for (const airdrop of findAirdrops(pendingAirdrops, state)) state.removePendingAirdrop(airdrop)
  },
})

function checkToken({ fungibleTokenType, nonFungibleToken: nft }: proto.IPendingAirdropId): void {
  check(fungibleTokenType == null || tokenNumber(fungibleTokenType) !== 0, 'INVALID_TOKEN_ID')
  check(nft == null || nft.token_ID != null, 'INVALID_NFT_ID')
  check(nft == null || int64(nft.serialNumber) > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
}
