import { TokenFreezeTransaction, TokenUnfreezeTransaction } from '@hiero-ledger/sdk'
import { holderOperation } from './holder-operation.ts'

export const freezeAccount = holderOperation({
  verb: 'freeze',
  summary: 'Freeze an account for a token',
  key: 'freezeKey',
  transaction: (tokenId, accountId) => new TokenFreezeTransaction().setTokenId(tokenId).setAccountId(accountId),
})

export const unfreezeAccount = holderOperation({
  verb: 'unfreeze',
  summary: 'Unfreeze an account for a token',
  key: 'freezeKey',
  transaction: (tokenId, accountId) => new TokenUnfreezeTransaction().setTokenId(tokenId).setAccountId(accountId),
})
