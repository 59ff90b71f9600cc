import { proto } from '@hiero-ledger/proto'
import { defineQuery, type QueryContext } from '../queryDefinition.ts'
import type { Outcome, TransactionKey } from '../recent.ts'
import { require } from '../refusal.ts'
import { NANOS_PER_SECOND } from '../time.ts'
import { transactionKey } from '../transactionKey.ts'

/** Receipts and records are answered for this long (ledger.records.ttl). */
export const LIFETIME_NANOS = 180n * NANOS_PER_SECOND

/** What became of a transaction, while the ledger still tells. */
export function outcomeOf(id: TransactionKey, { recent, clock }: QueryContext): Outcome | undefined {
  const outcome = recent.get(id)
  return outcome && clock.now() - outcome.consensusTimestamp <= LIFETIME_NANOS ? outcome : undefined
}

/** The records of what a transaction brought about: its id with nonces from 1. */
export function childrenOf(id: TransactionKey, context: QueryContext): proto.TransactionRecord[] {
  const children: proto.TransactionRecord[] = []
  for (let nonce = 1; ; nonce++) {
    const outcome = outcomeOf({ ...id, nonce }, context)
    if (!outcome) return children
    children.push(proto.TransactionRecord.decode(outcome.record))
  }
}

/** The records of refused transactions of the same id. */
export function duplicatesOf(id: TransactionKey, { recent }: QueryContext): proto.TransactionRecord[] {
  return recent.duplicates(id).map((record) => proto.TransactionRecord.decode(record))
}

/** TransactionGetReceipt: free; RECEIPT_NOT_FOUND until there is one, and after 180 s. */
export const receipt = defineQuery('transactionGetReceipt', {
  response: 'transactionGetReceipt',
  isPaid: false,
  answer(query, context) {
    const id = transactionKey(query.transactionID)
    const outcome = outcomeOf(id, context)
    require(outcome !== undefined, 'RECEIPT_NOT_FOUND')
    const children = query.includeChildReceipts ? childrenOf(id, context) : []
    const duplicates = query.includeDuplicates ? duplicatesOf(id, context) : []
    return {
      receipt: proto.TransactionRecord.decode(outcome.record).receipt ?? null,
      childTransactionReceipts: children.map(({ receipt }) => receipt ?? {}),
      duplicateTransactionReceipts: duplicates.map(({ receipt }) => receipt ?? {}),
    }
  },
})
