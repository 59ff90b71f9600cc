import { parseTransactionId, type TransactionIdParts } from '@quorate/ledger'
import { badRequest } from '@quorate/platform'
import { Type } from 'typebox'

/** @throws 400 INVALID_TRANSACTION_ID */
export function transactionIdIn(text: string): TransactionIdParts {
  const id = parseTransactionId(text)
  if (id) return id
  throw badRequest('INVALID_TRANSACTION_ID', `"${text.slice(0, 80)}" is not a transaction id: expected 0.0.n@s.n`)
}

/** An empty `?scheduled` means true. */
export const ScheduledParameter = Type.Enum(['true', 'false', ''], {
  description: 'true (or empty) for the execution of a schedule, or false',
})
