import { TransferTransaction } from '@hiero-ledger/sdk'
import { decodeAmount, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { checkMemo } from '../../transactions/memo.ts'
import { bodyOf, MovedTinybars, tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { checkParties, Parties } from './parties.ts'

export const transferHbar = defineOperation({
  name: 'transfer/hbar',
  method: 'POST',
  path: '/accounts/transfer/hbar',
  tag: 'accounts',
  summary: 'Transfer hbars',
  errors: {
    400: ['INVALID_AMOUNT'],
    422: ['ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS', 'INSUFFICIENT_ACCOUNT_BALANCE', 'INVALID_ACCOUNT_ID'],
  },
  params: Type.Object({}),
  body: bodyOf({ amount: MovedTinybars, ...Parties }),
  async prepare({ body }, { facts }) {
    const amount = decodeAmount(body.amount, 'amount')
    checkMemo(body.memo)
    const { giver } = await checkParties(body, facts)
    if (giver.balance < amount)
      throw unprocessable('INSUFFICIENT_ACCOUNT_BALANCE', `amount is ${amount}, but ${giver.id} has ${giver.balance}`)
    const transaction = new TransferTransaction()
      .addHbarTransfer(body.from, tinybars(-amount))
      .addHbarTransfer(body.to, tinybars(amount))
    if (body.memo) transaction.setTransactionMemo(body.memo)
    return { transaction }
  },
})
