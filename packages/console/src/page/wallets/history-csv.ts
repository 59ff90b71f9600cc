/** Exports a wallet's history for bookkeeping, as CSV (RFC 4180). */
import type { MultisigTypes } from '@quorate/client'
import { operationOf } from '../requests/summary.ts'

const COLUMNS = [
  ...['time', 'request', 'operation', 'status', 'token', 'smallest_units_or_serial'],
  ...['receiver', 'transaction', 'details'],
]

/** Returns one line for each entry. Amounts are in smallest units, times in ISO 8601. */
export function historyCsv(entries: readonly MultisigTypes['HistoryEntry'][]): string {
  const lines = entries.map(({ timestamp, jobId, type, payload, status, events }) => {
    const { tokenId = '', amountOrSerial = '', receiverId = '' } = payload
    const named = events.find((event) => typeof event.payload.transactionId === 'string')
    const cells = [timestamp, jobId, operationOf(type, payload), status, tokenId, amountOrSerial, receiverId]
    return [...cells, named?.payload.transactionId ?? '', JSON.stringify(payload)]
  })
  return [COLUMNS, ...lines].map((line) => `${line.map((cell) => cellOf(String(cell))).join(',')}\r\n`).join('')
}

/** Makes spreadsheets treat the cell as text, because names are untrusted and could be formulas. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
