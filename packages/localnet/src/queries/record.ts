import { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'
import { transactionKey } from '#transaction/transaction-key.ts'
import { defineQuery } from './query-definition.ts'
import { childrenOf, duplicatesOf, outcomeOf } from './receipt.ts'

/** TransactionGetRecord: the receipt, and the transfers of the transaction. */
export const record = defineQuery('transactionGetRecord', {
  response: 'transactionGetRecord',
  isPaid: true,
  answer(query, context) {
    const id = transactionKey(query.transactionID)
    const outcome = outcomeOf(id, context)
    check(outcome !== undefined, 'RECORD_NOT_FOUND')
    return {
      transactionRecord: proto.TransactionRecord.decode(outcome.record),
      childTransactionRecords: query.includeChildRecords ? childrenOf(id, context) : [],
      duplicateTransactionRecords: query.includeDuplicates ? duplicatesOf(id, context) : [],
    }
  },
})
