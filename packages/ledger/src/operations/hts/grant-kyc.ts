import { TokenGrantKycTransaction, TokenRevokeKycTransaction } from '@hiero-ledger/sdk'
import { holderOperation } from './holder-operation.ts'

export const grantKyc = holderOperation({
  verb: 'grant-kyc',
  summary: 'Grant KYC for a token to an account',
  key: 'kycKey',
  transaction: (tokenId, accountId) => new TokenGrantKycTransaction().setTokenId(tokenId).setAccountId(accountId),
})

export const revokeKyc = holderOperation({
  verb: 'revoke-kyc',
  summary: 'Revoke KYC for a token from an account',
  key: 'kycKey',
  transaction: (tokenId, accountId) => new TokenRevokeKycTransaction().setTokenId(tokenId).setAccountId(accountId),
})
