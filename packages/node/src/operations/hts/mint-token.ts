import { TokenMintTransaction } from '@hiero-ledger/sdk'
import { decodeAmount, unprocessable } from '@quorate/platform'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { bodyOf, MovedTokenUnits } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const mintToken = defineOperation({
  name: 'mint/token',
  method: 'POST',
  path: '/hts/mint/token/{token}',
  tag: 'tokens',
  summary: 'Mint units of a fungible token',
  params: TokenPath,
  body: bodyOf({ amount: MovedTokenUnits }),
  async prepare({ params, body }, { facts }) {
    const amount = decodeAmount(body.amount, 'amount')
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'INVALID_TOKEN_MINT_METADATA')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    if (token.maxSupply > 0n && token.totalSupply + amount > token.maxSupply)
      throw unprocessable(
        'TOKEN_MAX_SUPPLY_REACHED',
        `amount is ${amount}: of ${token.maxSupply} there are ${token.totalSupply} already`,
      )
    return { transaction: new TokenMintTransaction().setTokenId(token.id).setAmount(amount) }
  },
})
