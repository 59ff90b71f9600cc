import type { proto } from '@hiero-ledger/proto'
import { accountNumber } from './ids.ts'
import type { TransactionKey } from './recent.ts'
import { require } from './refusal.ts'
import { nanosOf } from './time.ts'

/** The transaction that an id names. */
export function transactionKey(id: proto.ITransactionID | null | undefined): TransactionKey {
  require(id?.accountID != null && id.transactionValidStart != null, 'INVALID_TRANSACTION_ID')
  return {
    payer: accountNumber(id.accountID),
    validStart: nanosOf(id.transactionValidStart),
    scheduled: id.scheduled ?? false,
    nonce: id.nonce ?? 0,
  }
}
