import { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { Outcome, TransactionKey } from '#store/record-cache.ts'
import { transactionKey } from '#transaction/transaction-key.ts'
import { defineQuery, type QueryContext } from './query-definition.ts'

/** The most duplicates, and the most children, in an answer about one transaction, beginning with the first. */
const MAX_DUPLICATES = 100

/** How long receipts and records are available (ledger.records.ttl). */
export const LIFETIME_NANOS = 180n * NANOS_PER_SECOND

/** The outcome of a transaction, while receipts are kept; undefined before and after. */
export function outcomeOf(id: TransactionKey, { recordCache, clock }: QueryContext): Outcome | undefined {
  const outcome = recordCache.get(id)
  return outcome && clock.now() - outcome.consensusTimestamp <= LIFETIME_NANOS ? outcome : undefined
}

/** The records of a transaction's children: they have its id with nonces from 1. */
export function childrenOf(id: TransactionKey, context: QueryContext): proto.TransactionRecord[] {
  const children: proto.TransactionRecord[] = []
  for (let nonce = 1; nonce <= MAX_DUPLICATES; nonce++) {
    const outcome = outcomeOf({ ...id, nonce }, context)
    if (!outcome) break
    children.push(proto.TransactionRecord.decode(outcome.record))
  }
  return children
}

/** The records of the transactions that were refused as duplicates of this id. */
export function duplicatesOf(id: TransactionKey, { recordCache }: QueryContext): proto.TransactionRecord[] {
  return recordCache.duplicates(id, MAX_DUPLICATES).map((record) => proto.TransactionRecord.decode(record))
}

/** TransactionGetReceipt: free; RECEIPT_NOT_FOUND until the transaction is handled, and from 180 s later. */
export const receipt = defineQuery('transactionGetReceipt', {
  response: 'transactionGetReceipt',
  isPaid: false,
  answer(query, context) {
    const id = transactionKey(query.transactionID)
    const outcome = outcomeOf(id, context)
    check(outcome !== undefined, 'RECEIPT_NOT_FOUND')
    const children = query.includeChildReceipts ? childrenOf(id, context) : []
    const duplicates = query.includeDuplicates ? duplicatesOf(id, context) : []
    return {
      receipt: proto.TransactionRecord.decode(outcome.record).receipt ?? null,
      childTransactionReceipts: children.map(({ receipt }) => receipt ?? {}),
      duplicateTransactionReceipts: duplicates.map(({ receipt }) => receipt ?? {}),
    }
  },
})
