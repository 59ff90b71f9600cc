import { AccountDeleteTransaction } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { bodyOf } from '../fields.ts'
import { defineOperation } from '../operation.ts'

export const deleteAccount = defineOperation({
  name: 'delete/account',
  method: 'DELETE',
  path: '/accounts/{wallet}',
  tag: 'accounts',
  summary: 'Delete an account and transfer its hbars to another',
  errors: { 422: ['INVALID_ACCOUNT_ID', 'INVALID_TRANSFER_ACCOUNT_ID', 'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT'] },
  params: Type.Object({ wallet: AccountId }),
  body: bodyOf({ transferAccountId: AccountId }),
  async prepare({ params: { wallet }, body: { transferAccountId } }, { facts }) {
    if (wallet === transferAccountId)
      throw unprocessable(
        'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT',
        `transferAccountId is the account to be deleted, ${wallet}: send another account`,
      )
    await facts.account(wallet, 'wallet')
    await facts.account(transferAccountId, 'transferAccountId', 'INVALID_TRANSFER_ACCOUNT_ID')
    const transaction = new AccountDeleteTransaction().setAccountId(wallet).setTransferAccountId(transferAccountId)
    return { transaction }
  },
})
