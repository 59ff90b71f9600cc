import { TokenWipeTransaction } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { needKey, needType, needUnpaused } from '../checks.ts'
import { Amount, bodyOf, positive } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const wipeToken = defineOperation({
  name: 'wipe/token',
  method: 'POST',
  path: '/hts/wipe/token/{token}',
  tag: 'tokens',
  summary: 'Wipe units of a fungible token from an account',
  params: TokenPath,
  body: bodyOf({ amount: Amount, account_id: AccountId }),
  async prepare({ params, body }, { facts }) {
    const amount = positive(body.amount, 'amount')
    const account = body.account_id
    const token = await facts.token(params.token)
    needType(token, 'FUNGIBLE_COMMON', 'INVALID_WIPING_AMOUNT')
    needKey(token, 'wipeKey')
    needUnpaused(token)
    if (account === token.treasury)
      throw unprocessable('CANNOT_WIPE_TOKEN_TREASURY_ACCOUNT', `account_id ${account} is the token's treasury`)
    await facts.account(account, 'account_id')
    const { balance } = await facts.holding(account, token.id)
    if (balance < amount)
      throw unprocessable('INVALID_WIPING_AMOUNT', `amount is ${amount}: ${account} holds ${balance}`)
    return { transaction: new TokenWipeTransaction().setTokenId(token.id).setAccountId(account).setAmount(amount) }
  },
})
