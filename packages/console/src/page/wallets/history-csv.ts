/** Exports a wallet's history for bookkeeping, as CSV (RFC 4180). */
import type { MultisigTypes } from '@quorate/client'
import { operationOf } from '../requests/sentence.ts'

const COLUMNS = [
  ...['time', 'request', 'operation', 'status', 'code', 'token'],
  ...['smallest_units_or_serial', 'receiver', 'transaction', 'details'],
]

/**
 * Returns one line for each entry. Amounts are in smallest units, times in ISO 8601. The byte order mark tells
 * spreadsheets that the text is UTF-8.
 */
export function historyCsv(entries: readonly MultisigTypes['HistoryEntry'][]): string {
  const lines = entries.map(({ timestamp, jobId, type, payload, status, code = '', events }) => {
    const { tokenId = '', amountOrSerial = '', receiverId = '' } = payload
    const named = events.find((event) => typeof event.payload.transactionId === 'string')
    const cells = [timestamp, jobId, operationOf(type, payload), status, code]
    return [...cells, tokenId, amountOrSerial, receiverId, named?.payload.transactionId ?? '', JSON.stringify(payload)]
  })
  const rows = [COLUMNS, ...lines].map((line) => `${line.map((cell) => cellOf(String(cell))).join(',')}\r\n`)
  return `\ufeff${rows.join('')}`
}

/** Makes spreadsheets treat the cell as text, because names are untrusted and could be formulas. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
