/** Exports a wallet's history for bookkeeping, as CSV (RFC 4180). */
import type { MultisigTypes } from '@quorate/client'
import { csvText } from '@quorate/verify'
import { operationOf, statedPayments } from '../requests/sentence.ts'

const COLUMNS = [
  'time',
  'request',
  'operation',
  'status',
  'code',
  'token',
  'smallest_units_or_serial',
  'receiver',
  'purpose',
  'transaction',
  'details',
]

/**
 * Returns one line for each entry, and for each of several payments. Amounts are in smallest units, times in ISO 8601.
 */
export function historyCsv(entries: readonly MultisigTypes['HistoryEntry'][]): string {
  const lines = entries.flatMap(({ timestamp, jobId, type, payload, status, code = '', events }) => {
    const named = events.find((event) => typeof event.payload.transactionId === 'string')
    const first = [timestamp, jobId, operationOf(type, payload), status, code]
    const last = [payload.memo ?? '', named?.payload.transactionId ?? '', JSON.stringify(payload)]
    return movedBy(payload).map((moved) => [...first, ...moved, ...last])
  })
  return csvText([COLUMNS, ...lines])
}

/** The asset, the amount and the receiver of each payment; empty cells if nothing is paid. */
function movedBy(payload: MultisigTypes['HistoryEntry']['payload']): unknown[][] {
  const { tokenId = '', amountOrSerial = '', receiverId = '' } = payload
  const payments = statedPayments(payload)
  return payments.length === 0
    ? [[tokenId, amountOrSerial, receiverId]]
    : payments.map((one) => [one.tokenId, one.amount, one.receiverId])
}
