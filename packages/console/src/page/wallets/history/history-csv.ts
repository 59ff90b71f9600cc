/** Exports a wallet's history for bookkeeping, as CSV (RFC 4180). */
import type { MultisigTypes } from '@quorate/client'
import { csvText, decimalText, HBAR_DECIMALS } from '@quorate/verify'
import { executedAt } from '../../requests/executed-at.ts'
import { operationOf, statedPayments, unitsIn } from '../../requests/sentences/sentence.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']

const COLUMNS = [
  'time',
  'executed',
  'request',
  'operation',
  'status',
  'code',
  'token',
  'amount',
  'smallest_units_or_serial',
  'receiver',
  'purpose',
  'transaction',
  'details',
]

/**
 * Returns one line for each entry or, if it has several payments, for each payment. `time` is when it was requested,
 * `executed` when the ledger executed it, both in ISO 8601. `amount` has a decimal point. It is empty for NFTs, for
 * tokens with unknown decimals, and for requests that were not executed, so that the column can be added up.
 */
export function historyCsv(
  entries: readonly HistoryEntry[],
  decimalsOf: (tokenId: string) => number | undefined,
): string {
  const lines = entries.flatMap((entry) => {
    const { timestamp, jobId, type, payload, status, code = '', events } = entry
    const named = events.find((event) => typeof event.payload.transactionId === 'string')
    const first = [timestamp, executedAt(entry), jobId, operationOf(type, payload), status, code]
    const last = [payload.memo ?? '', named?.payload.transactionId ?? '', JSON.stringify(payload)]
    return movedBy(payload).map(({ tokenId, units, receiverId, isNft }) => {
      const amount = status === 'success' && !isNft ? amountOf(String(tokenId), units, decimalsOf) : ''
      return [...first, tokenId, amount, units, receiverId, ...last]
    })
  })
  return csvText([COLUMNS, ...lines])
}

/** The tokens that the entries pay, without hbars. */
export function tokensPaidIn(entries: readonly HistoryEntry[]): string[] {
  const paid = entries.flatMap(({ payload }) => movedBy(payload)).flatMap(({ tokenId }) => tokenId)
  return [...new Set(paid.filter((one): one is string => typeof one === 'string' && one !== '' && one !== 'HBAR'))]
}

function amountOf(tokenId: string, typed: unknown, decimalsOf: (tokenId: string) => number | undefined): string {
  const units = unitsIn(typed)
  const decimals = tokenId === 'HBAR' ? HBAR_DECIMALS : decimalsOf(tokenId)
  return units === undefined || decimals === undefined ? '' : decimalText(units, decimals)
}

/** The asset, the amount and the receiver of each payment; empty cells if nothing is paid. */
function movedBy(payload: HistoryEntry['payload']) {
  const { tokenId = '', amountOrSerial = '', receiverId = '', type } = payload
  const payments = statedPayments(payload)
  return payments.length === 0
    ? [{ tokenId, units: amountOrSerial, receiverId, isNft: type === 'NON_FUNGIBLE_UNIQUE' }]
    : payments.map((one) => ({ ...one, units: one.amount, isNft: false }))
}
