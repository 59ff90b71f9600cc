import { proto } from '@hiero-ledger/proto'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { transactionKey } from '../transactionKey.ts'
import { childrenOf, outcomeOf } from './receipt.ts'

/** TransactionGetRecord: the receipt, and what the transaction moved. */
export const record = defineQuery('transactionGetRecord', {
  response: 'transactionGetRecord',
  isPaid: true,
  answer(query, context) {
    const outcome = outcomeOf(transactionKey(query.transactionID), context)
    require(outcome !== undefined, 'RECORD_NOT_FOUND')
    const children = query.includeChildRecords ? childrenOf(transactionKey(query.transactionID), context) : []
    return { transactionRecord: proto.TransactionRecord.decode(outcome.record), childTransactionRecords: children }
  },
})
