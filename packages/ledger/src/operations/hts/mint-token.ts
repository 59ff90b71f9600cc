import { TokenMintTransaction } from '@hiero-ledger/sdk'
import { decodeAmount, unprocessable } from '@quorate/platform'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, MovedTokenUnits } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const mintToken = defineOperation({
  name: 'mint/token',
  method: 'POST',
  path: '/hts/mint/token/{token}',
  tag: 'tokens',
  summary: 'Mint units of a fungible token',
  errors: [
    existingTokenErrors,
    { 422: ['INVALID_TOKEN_MINT_METADATA', 'TOKEN_HAS_NO_SUPPLY_KEY', 'TOKEN_IS_PAUSED', 'TOKEN_MAX_SUPPLY_REACHED'] },
  ],
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
        `amount is ${amount}, but the supply is already ${token.totalSupply} of at most ${token.maxSupply}`,
      )
    return { transaction: new TokenMintTransaction().setTokenId(token.id).setAmount(amount) }
  },
})
