/** A wallet's history as a table for bookkeeping: CSV as RFC 4180 has it. */
import type { MultisigTypes } from '@quorate/client'
import { operationOf } from '../requests/summary.ts'

const COLUMNS = [
  ...['time', 'request', 'operation', 'status', 'code', 'token'],
  ...['smallest_units_or_serial', 'receiver', 'transaction', 'details'],
]

/**
 * One line for each entry. Amounts are in smallest units, times in ISO 8601. The byte order mark tells spreadsheets
 * that it is UTF-8: without it they show other letters than ASCII as two.
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

/** A cell that a spreadsheet takes for a text: names are what strangers wrote, and could be formulas. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
