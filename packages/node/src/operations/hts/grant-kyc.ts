import { TokenGrantKycTransaction } from '@hiero-ledger/sdk'
import { AccountId } from '@quorate/platform'
import { needKey, needUnpaused } from '../checks.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { TokenPath } from './token-path.ts'

export const grantKyc = defineOperation({
  name: 'grant-kyc/token',
  method: 'POST',
  path: '/hts/grant-kyc/{token}',
  tag: 'tokens',
  summary: 'Grant KYC for a token to an account',
  params: TokenPath,
  body: bodyOf({ walletId: AccountId }),
  async prepare({ params, body: { walletId } }, { facts }) {
    const token = await facts.token(params.token)
    needKey(token, 'kycKey')
    needUnpaused(token)
    await facts.account(walletId, 'walletId')
    await facts.holding(walletId, token.id)
    return { transaction: new TokenGrantKycTransaction().setTokenId(token.id).setAccountId(walletId) }
  },
})
