import { TokenAssociateTransaction } from '@hiero-ledger/sdk'
import { TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'

/** Lets the wallet hold a token (`associate/request`). */
export const associate = defineOperation({
  name: 'associate',
  type: 'associate',
  summary: 'Ask to associate a token with the wallet',
  notSchedulable:
    'The network schedules no TokenAssociate: send executeAt instead of expiresAt, or give the wallet automatic associations when it is created',
  errors: [
    openWalletErrors,
    { 422: ['INVALID_TOKEN_ID', 'NOT_SCHEDULABLE', 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT', 'TOKEN_WAS_DELETED'] },
  ],
  body: Type.Object({ walletId, tokenId: TokenId }),
  async prepare({ walletId, tokenId }, { ledger, openWallet }) {
    const { wallet } = await openWallet(walletId)
    const [token, held] = await Promise.all([ledger.mirror.token(tokenId), ledger.mirror.holding(walletId, tokenId)])
    if (!token) throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId} does not exist on the ledger`)
    if (token.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${tokenId} was deleted on the ledger`)
    if (held)
      throw unprocessable(
        'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT',
        `The token ${tokenId} is associated with ${walletId} already`,
      )
    return byWallet(wallet, new TokenAssociateTransaction().setAccountId(walletId).setTokenIds([tokenId]))
  },
})
