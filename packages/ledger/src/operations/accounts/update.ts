import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { AccountId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { checkMemo } from '../../transactions/memo.ts'
import { bodyOf, Memo, needChange } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Associations } from './associations.ts'

const changes = {
  memo: Type.Optional(Memo),
  maxAutomaticTokenAssociations: Type.Optional(Associations),
  isReceiverSignatureRequired: Type.Optional(Type.Boolean()),
  stakingNode: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: Number.MAX_SAFE_INTEGER,
      title: 'the id of a consensus node, or -1 for none',
      description: 'a consensus node; -1 ends staking',
    }),
  ),
}

export const updateAccount = defineOperation({
  name: 'update/account',
  method: 'PUT',
  path: '/accounts/{wallet}',
  tag: 'accounts',
  summary: 'Update the memo, associations, receiver signature or staking of an account',
  errors: { 400: ['NOTHING_TO_UPDATE'], 422: ['CONTRACT_KEY', 'INVALID_ACCOUNT_ID', 'INVALID_STAKING_ID'] },
  params: Type.Object({ wallet: AccountId }),
  body: bodyOf(changes),
  async prepare({ params: { wallet }, body }, { facts, ledger }) {
    needChange(body, Object.keys(changes))
    checkMemo(body.memo)
    await facts.account(wallet, 'wallet')
    const transaction = new AccountUpdateTransaction().setAccountId(wallet)
    if (body.memo !== undefined) transaction.setAccountMemo(body.memo)
    if (body.maxAutomaticTokenAssociations !== undefined)
      transaction.setMaxAutomaticTokenAssociations(body.maxAutomaticTokenAssociations)
    if (body.isReceiverSignatureRequired !== undefined)
      transaction.setReceiverSignatureRequired(body.isReceiverSignatureRequired)
    if (body.stakingNode === -1) transaction.clearStakedNodeId()
    else if (body.stakingNode !== undefined) {
      if (!(await ledger.mirror.node(body.stakingNode)))
        throw unprocessable('INVALID_STAKING_ID', `stakingNode is ${body.stakingNode}: there is no such consensus node`)
      transaction.setStakedNodeId(body.stakingNode)
    }
    return { transaction }
  },
})
