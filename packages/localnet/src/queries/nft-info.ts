import { int64, toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId, tokenNumber } from '#protocol/ids.ts'
import { LEDGER_ID } from '#protocol/nodes.ts'
import { check } from '#protocol/status-error.ts'
import { toTimestamp } from '#protocol/time.ts'
import { defineQuery } from './query-definition.ts'

/** TokenGetNftInfo: the owner and metadata of one NFT. */
export const nftInfo = defineQuery('tokenGetNftInfo', {
  response: 'tokenGetNftInfo',
  isPaid: true,
  answer({ nftID }, { state }) {
    check(nftID?.token_ID != null, 'INVALID_TOKEN_ID')
    const serial = int64(nftID.serialNumber)
    check(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    const nft = state.nft(tokenNumber(nftID.token_ID), serial)
    check(nft !== undefined, 'INVALID_NFT_ID')
    return {
      nft: {
        nftID: { token_ID: tokenId(nft.token), serialNumber: toLong(nft.serial) },
        accountID: accountId(nft.owner),
        creationTime: toTimestamp(nft.createdAt),
        metadata: nft.metadata,
        ledgerId: LEDGER_ID,
        ...(nft.spender === null ? {} : { spenderId: accountId(nft.spender) }),
      },
    }
  },
})
