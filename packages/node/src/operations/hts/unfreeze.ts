import { TokenUnfreezeTransaction } from '@hiero-ledger/sdk'
import { AccountId } from '@quorate/platform'
import { needKey, needUnpaused } from '../checks.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const unfreezeAccount = defineOperation({
  name: 'unfreeze/token',
  method: 'POST',
  path: '/hts/unfreeze/{token}',
  tag: 'tokens',
  summary: 'Unfreeze an account for a token',
  params: TokenPath,
  body: bodyOf({ walletId: AccountId }),
  async prepare({ params, body: { walletId } }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'freezeKey')
    needUnpaused(token)
    await facts.account(walletId, 'walletId')
    await facts.holding(walletId, token.id)
    return { transaction: new TokenUnfreezeTransaction().setTokenId(token.id).setAccountId(walletId) }
  },
})
