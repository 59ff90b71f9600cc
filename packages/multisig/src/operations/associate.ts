import { TokenAssociateTransaction } from '@hiero-ledger/sdk'
import { TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, pausedProblem } from './problems.ts'

/** Allows the wallet to hold a token (`associate/request`). */
export const associate = defineOperation({
  name: 'associate',
  type: 'associate',
  summary: 'associate a token with a wallet',
  notSchedulable:
    'The network cannot schedule a TokenAssociate: send executeAt instead of expiresAt, or give the wallet automatic associations when it is created',
  errors: [
    openWalletErrors,
    {
      422: [
        'INVALID_TOKEN_ID',
        'NOT_SCHEDULABLE',
        'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
        'TOKEN_IS_PAUSED',
        'TOKEN_WAS_DELETED',
      ],
    },
  ],
  body: Type.Object({ walletId, tokenId: TokenId }),
  async prepare({ walletId, tokenId }, { ledger, openWallet }) {
    const { wallet, account } = await openWallet(walletId)
    const [token, held] = await Promise.all([
      ledger.mirror.tokenDetails(tokenId),
      ledger.mirror.holding(walletId, tokenId),
    ])
    if (!token) throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId} does not exist on the ledger`)
    if (token.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${tokenId} was deleted on the ledger`)
    const problems = pausedProblem(token)
    if (held)
      problems.push({
        code: 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
        accountId: walletId,
        tokenId,
        message: `The token ${tokenId} is already associated with ${walletId}`,
      })
    const transaction = new TokenAssociateTransaction().setAccountId(walletId).setTokenIds([tokenId])
    return byWallet(wallet, transaction, { account, cents: CENTS.association, problems })
  },
})
