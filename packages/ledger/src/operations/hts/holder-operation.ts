import { AccountId } from '@quorate/platform'
import { needKey, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import type { UnfrozenWrite } from '../write.ts'
import { TokenPath } from './token-path.ts'

/** An operation that the holder of one of a token's keys carries out on one account's tokens. */
export interface HolderOperation {
  verb: 'freeze' | 'unfreeze' | 'grant-kyc' | 'revoke-kyc'
  summary: string
  key: 'freezeKey' | 'kycKey'
  transaction(tokenId: string, accountId: string): UnfrozenWrite['transaction']
}

export const holderOperation = ({ verb, summary, key, transaction }: HolderOperation) =>
  defineOperation({
    name: `${verb}/token`,
    method: 'POST',
    path: `/hts/${verb}/{token}`,
    tag: 'tokens',
    summary,
    errors: [
      existingTokenErrors,
      {
        422: [
          'INVALID_ACCOUNT_ID',
          key === 'freezeKey' ? 'TOKEN_HAS_NO_FREEZE_KEY' : 'TOKEN_HAS_NO_KYC_KEY',
          'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        ],
      },
    ],
    params: TokenPath,
    body: bodyOf({ walletId: AccountId }),
    async prepare({ params, body: { walletId } }, { facts }) {
      const token = await facts.token(params.token)
      needKey(token, key)
      needUnpaused(token)
      await facts.account(walletId, 'walletId')
      await facts.holding(walletId, token.id)
      return { transaction: transaction(token.id, walletId) }
    },
  })
