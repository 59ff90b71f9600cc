import { accountId, tokenId, tokenNumber } from '../ids.ts'
import { int64, toLong } from '../int64.ts'
import { LEDGER_ID } from '../nodes.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { toTimestamp } from '../time.ts'

/** TokenGetNftInfo: the owner and metadata of one NFT. */
export const nftInfo = defineQuery('tokenGetNftInfo', {
  response: 'tokenGetNftInfo',
  isPaid: true,
  answer({ nftID }, { state }) {
    require(nftID?.token_ID != null, 'INVALID_TOKEN_ID')
    const serial = int64(nftID.serialNumber)
    require(serial > 0n, 'INVALID_TOKEN_NFT_SERIAL_NUMBER')
    const nft = state.nft(tokenNumber(nftID.token_ID), serial)
    require(nft !== undefined, 'INVALID_NFT_ID')
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
