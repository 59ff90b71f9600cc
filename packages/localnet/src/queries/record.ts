import { proto } from '@hiero-ledger/proto'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { transactionKey } from '../transactionKey.ts'
import { childrenOf, duplicatesOf, outcomeOf } from './receipt.ts'

/** TransactionGetRecord: the receipt, and what the transaction moved. */
export const record = defineQuery('transactionGetRecord', {
  response: 'transactionGetRecord',
  isPaid: true,
  answer(query, context) {
    const id = transactionKey(query.transactionID)
    const outcome = outcomeOf(id, context)
    require(outcome !== undefined, 'RECORD_NOT_FOUND')
    return {
      transactionRecord: proto.TransactionRecord.decode(outcome.record),
      childTransactionRecords: query.includeChildRecords ? childrenOf(id, context) : [],
      duplicateTransactionRecords: query.includeDuplicates ? duplicatesOf(id, context) : [],
    }
  },
})
