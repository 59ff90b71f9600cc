import { AccountCreateTransaction } from '@hiero-ledger/sdk'
import { decodeAmount, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToSdk } from '../../keys/key-encodings.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { bodyOf, ConsensusTimestamp, Memo, Tinybars, tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { Associations } from './associations.ts'

export const createAccount = defineOperation({
  name: 'create/account',
  method: 'POST',
  path: '/accounts',
  tag: 'accounts',
  summary: 'Create an account',
  errors: { 400: ['WRONG_VALIDATOR'], 404: ['VALIDATOR_NOT_FOUND'], 422: ['CONTRACT_KEY'] },
  params: Type.Object({}),
  body: Type.Optional(
    bodyOf({
      validatorConsensusTimestamp: Type.Optional(ConsensusTimestamp),
      memo: Type.Optional(Memo),
      balance: Type.Optional(Tinybars),
      maxAutomaticTokenAssociations: Type.Optional(Associations),
      isReceiverSignatureRequired: Type.Optional(Type.Boolean()),
    }),
  ),
  async prepare({ body }, { sender, newKey }) {
    const { memo, validatorConsensusTimestamp: validator } = body
    checkMemo(memo)
    const balance = decodeAmount(body.balance ?? 0, 'balance')
    if (balance > sender.account.balance)
      throw unprocessable(
        'INSUFFICIENT_PAYER_BALANCE',
        `balance is ${balance}, but ${sender.id} has ${sender.account.balance}`,
      )
    const transaction = new AccountCreateTransaction()
      .setKeyWithoutAlias(keyToSdk(await newKey('account', sender.key, validator)))
      .setInitialBalance(tinybars(balance))
      .setMaxAutomaticTokenAssociations(body.maxAutomaticTokenAssociations ?? 0)
      .setReceiverSignatureRequired(body.isReceiverSignatureRequired ?? false)
    if (memo) transaction.setAccountMemo(memo)
    return { transaction, ...(validator ? { creates: { kind: 'account', validator } } : {}) }
  },
})
