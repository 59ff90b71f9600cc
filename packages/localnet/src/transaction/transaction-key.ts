import type { proto } from '@hiero-ledger/proto'
import { accountNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { nanosOf } from '#protocol/time.ts'
import type { TransactionKey } from '#store/record-cache.ts'

/** The transaction that an id names. */
export function transactionKey(id: proto.ITransactionID | null | undefined): TransactionKey {
  check(id?.accountID != null && id.transactionValidStart != null, 'INVALID_TRANSACTION_ID')
  return {
    payer: accountNumber(id.accountID),
    validStart: nanosOf(id.transactionValidStart),
    scheduled: id.scheduled ?? false,
    nonce: id.nonce ?? 0,
  }
}
