import { TokenDissociateTransaction } from '@hiero-ledger/sdk'
import { TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'

/** Ends the wallet's relationship with a token that it no longer holds (`dissociate/request`). */
export const dissociate = defineOperation({
  name: 'dissociate',
  type: 'dissociate',
  summary: 'Ask to dissociate a token from the wallet',
  notSchedulable:
    'The network schedules no TokenDissociate: send executeAt instead of expiresAt, and the service executes the request then',
  errors: [openWalletErrors, { 422: ['NOT_SCHEDULABLE', 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT'] }],
  body: Type.Object({ walletId, tokenId: TokenId }),
  async prepare({ walletId, tokenId }, { ledger, openWallet }) {
    const { wallet } = await openWallet(walletId)
    if (!(await ledger.mirror.holding(walletId, tokenId)))
      throw unprocessable('TOKEN_NOT_ASSOCIATED_TO_ACCOUNT', `The token ${tokenId} is not associated with ${walletId}`)
    return byWallet(wallet, new TokenDissociateTransaction().setAccountId(walletId).setTokenIds([tokenId]))
  },
})
