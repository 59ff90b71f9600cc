import { TokenWipeTransaction } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { bodyOf, Serials } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const wipeNft = defineOperation({
  name: 'wipe/nft',
  method: 'POST',
  path: '/hts/wipe/nft/{token}',
  tag: 'tokens',
  summary: 'Wipe NFTs from an account',
  params: TokenPath,
  body: bodyOf({ serialNumbers: Serials, account_id: AccountId }),
  async prepare({ params, body: { serialNumbers, account_id: account } }, { facts }) {
    const token = await facts.token(params.token)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_WIPING_AMOUNT')
    needKey(token, 'wipeKey')
    needUnpaused(token)
    if (account === token.treasury)
      throw unprocessable('CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT', `account_id ${account} is the token's treasury`)
    await facts.account(account, 'account_id')
    for (const serial of serialNumbers)
      await facts.ownedNft(token.id, serial, account, 'ACCOUNT_DOES_NOT_OWN_WIPED_NFT')
    return {
      transaction: new TokenWipeTransaction().setTokenId(token.id).setAccountId(account).setSerials(serialNumbers),
    }
  },
})
