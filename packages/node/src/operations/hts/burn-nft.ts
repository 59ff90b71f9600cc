import { TokenBurnTransaction } from '@hiero-ledger/sdk'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { bodyOf, Serials } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const burnNft = defineOperation({
  name: 'burn/nft',
  method: 'POST',
  path: '/hts/burn/nft/{token}',
  tag: 'tokens',
  summary: 'NFTs of the treasury are burned',
  params: TokenPath,
  body: bodyOf({ serialNumbers: Serials }),
  async prepare({ params, body: { serialNumbers } }, { facts }) {
    const token = await facts.token(params.token)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_TOKEN_BURN_AMOUNT')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    const treasury = token.treasury ?? ''
    for (const serial of serialNumbers) await facts.ownedNft(token.id, serial, treasury, 'TREASURY_MUST_OWN_BURNED_NFT')
    return { transaction: new TokenBurnTransaction().setTokenId(token.id).setSerials(serialNumbers) }
  },
})
