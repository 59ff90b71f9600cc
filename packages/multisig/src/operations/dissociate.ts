import { TokenDissociateTransaction } from '@hiero-ledger/sdk'
import { TokenId } from '@quorate/platform'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, dissociationProblems } from './problems.ts'

/** Ends the wallet's association with a token that it no longer holds (`dissociate/request`). */
export const dissociate = defineOperation({
  name: 'dissociate',
  type: 'dissociate',
  summary: 'dissociate a token from a wallet',
  notSchedulable:
    'The network cannot schedule a TokenDissociate: send executeAt instead of expiresAt, and the service executes the request then',
  errors: [
    openWalletErrors,
    {
      422: [
        'ACCOUNT_FROZEN_FOR_TOKEN',
        'ACCOUNT_IS_TREASURY',
        'ACCOUNT_STILL_OWNS_NFTS',
        'NOT_SCHEDULABLE',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES',
      ],
    },
  ],
  body: Type.Object({ walletId, tokenId: TokenId }),
  async prepare({ walletId, tokenId }, { ledger, openWallet }) {
    const { wallet, account } = await openWallet(walletId)
    const problems = await dissociationProblems(ledger, walletId, tokenId)
    const transaction = new TokenDissociateTransaction().setAccountId(walletId).setTokenIds([tokenId])
    return byWallet(wallet, transaction, { account, cents: CENTS.association, problems })
  },
})
