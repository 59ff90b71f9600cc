import { TokenBurnTransaction } from '@hiero-ledger/sdk'
import { unprocessable } from '@quorate/platform'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { Amount, bodyOf, positive } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const burnToken = defineOperation({
  name: 'burn/token',
  method: 'POST',
  path: '/hts/burn/token/{token}',
  tag: 'tokens',
  summary: "Some of the treasury's supply is burned",
  params: TokenPath,
  body: bodyOf({ amount: Amount }),
  async prepare({ params, body }, { facts, ledger }) {
    const amount = positive(body.amount, 'amount')
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'INVALID_TOKEN_BURN_METADATA')
    needKey(token, 'supplyKey')
    needUnpaused(token)
    if (token.treasury) {
      const held = await ledger.mirror.holding(token.treasury, token.id)
      if (held && held.balance < amount)
        throw unprocessable('INVALID_TOKEN_BURN_AMOUNT', `amount is ${amount}: the treasury holds ${held.balance}`)
    }
    return { transaction: new TokenBurnTransaction().setTokenId(token.id).setAmount(amount) }
  },
})
