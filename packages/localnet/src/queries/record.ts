import { proto } from '@hiero-ledger/proto'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { transactionKey } from '../transactionKey.ts'
import { outcomeOf } from './receipt.ts'

/** TransactionGetRecord: the receipt, and what the transaction moved. */
export const record = defineQuery('transactionGetRecord', {
  response: 'transactionGetRecord',
  isPaid: true,
  answer(query, context) {
    const outcome = outcomeOf(transactionKey(query.transactionID), context)
    require(outcome !== undefined, 'RECORD_NOT_FOUND')
    return { transactionRecord: proto.TransactionRecord.decode(outcome.record) }
  },
})
