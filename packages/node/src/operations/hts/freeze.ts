import { TokenFreezeTransaction } from '@hiero-ledger/sdk'
import { AccountId } from '@quorate/platform'
import { needKey, needUnpaused } from '../checks.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const freezeAccount = defineOperation({
  name: 'freeze/token',
  method: 'POST',
  path: '/hts/freeze/{token}',
  tag: 'tokens',
  summary: 'Freeze an account for a token',
  params: TokenPath,
  body: bodyOf({ walletId: AccountId }),
  async prepare({ params, body: { walletId } }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'freezeKey')
    needUnpaused(token)
    await facts.account(walletId, 'walletId')
    await facts.holding(walletId, token.id)
    return { transaction: new TokenFreezeTransaction().setTokenId(token.id).setAccountId(walletId) }
  },
})
