/** A list of payments as people keep it in a spreadsheet: a receiver, an amount and perhaps a token in each line. */
import Papa from 'papaparse'
import { type AmountFault, readAmount } from './values/amounts.ts'
import { isMarked } from './values/checksums.ts'
import type { Payment } from './values/payments.ts'

/** Longer texts are not parsed, in characters. */
export const MAX_LIST_TEXT = 200_000
/** Longer lists are refused, in lines. */
export const MAX_LIST_LINES = 1_000

/** Resolves the texts of a payment list to accounts and assets. */
export interface ListReader {
  /** The wallet that pays. */
  walletId: string
  language: string
  /** The account that a text names: an id, with a checksum or without, or a name. */
  accountOf(text: string): string | undefined
  /** The asset that a text names. Called with an empty text if the list has no column of tokens. */
  assetOf(text: string): { tokenId: string; decimals: number | undefined; isNft?: boolean } | undefined
}

export type ListFault =
  | { line: number; column: 'receiver'; fault: 'unknown' | 'checksum' | 'itself'; text: string }
  | { line: number; column: 'token'; fault: 'unknown' | 'checksum' | 'nft'; text: string }
  | {
      line: number
      column: 'amount'
      fault: AmountFault | 'zero'
      text: string
      /** Possible meanings of the text, in smallest units of an asset with these decimals. */
      meant: bigint[]
      decimals: number
    }
  | { line: number; column: 'list'; fault: WholeFault; text: string }

/** `headings`: two name the same column. `cells`: a line has more than there are columns. `0.0.7,2,5` may mean 2.5. */
type WholeFault = 'tooLong' | 'empty' | 'quotes' | 'headings' | 'cells'

export interface PaymentList {
  /** In the list's order. Lines that pay one receiver in one asset are added up, since the ledger takes one of them. */
  payments: (Payment & { lines: number[] })[]
  faults: ListFault[]
}

const HEADINGS: Readonly<Record<'receiver' | 'amount' | 'token', readonly string[]>> = {
  receiver: ['receiver', 'account', 'to', 'empfänger', 'konto', 'an'],
  amount: ['amount', 'hbar', 'hbars', 'betrag', 'menge'],
  token: ['token', 'asset', 'currency', 'währung'],
}
type Column = keyof typeof HEADINGS
/** Excel's first line for the separator, which the other lines show as well. */
const EXCEL_SEPARATOR = /^sep=[;,\t](?=\r?\n)/i
const COLUMNS: readonly Column[] = ['receiver', 'amount', 'token']

/**
 * The text of a spreadsheet's file. In Western Europe, programs without UTF-8 write Windows-1252; any bytes are valid
 * in it, so other encodings end as characters that name no account.
 */
export function textOfList(file: Uint8Array): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/**
 * Reads such a list: CSV with commas, semicolons or tabs. A first line of headings may name the columns; without it
 * they are receiver, amount and token. Lines are counted from 1. Nothing is guessed: what cannot be read is a fault.
 */
export function readPaymentList(text: string, reader: ListReader): PaymentList {
  const whole = (fault: WholeFault, line = 1): PaymentList => ({
    payments: [],
    faults: [{ line, column: 'list', fault, text: '' }],
  })
  if (text.length > MAX_LIST_TEXT) return whole('tooLong')
  const plain = text.replace(/^\ufeff/, '').replace(EXCEL_SEPARATOR, '')
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: delimiterOf(plain) })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return whole('quotes', (broken.row ?? 0) + 1)
  const rows = data.map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = filled
  if (!first) return whole('empty')
  const headed = columnsIn(first.cells)
  if (headed === 'headings') return whole(headed, first.line)
  const lines = headed ? filled.slice(1) : filled
  if (lines.length === 0) return whole('empty')
  if (lines.length > MAX_LIST_LINES) return whole('tooLong', lines[MAX_LIST_LINES]?.line)
  const columns = headed ? first.cells.length : COLUMNS.length
  const longer = lines.find(({ cells }) => cells.slice(columns).some((cell) => cell !== ''))
  if (longer) return whole('cells', longer.line)
  const list: PaymentList = { payments: [], faults: [] }
  const places = new Map<string, PaymentList['payments'][number]>()
  for (const { cells, line } of lines) {
    const read = readLine((column) => cells[headed?.get(column) ?? COLUMNS.indexOf(column)] ?? '', line, reader)
    list.faults.push(...read.faults)
    if (!read.payment) continue
    const place = `${read.payment.receiverId} ${read.payment.tokenId}`
    const earlier = places.get(place)
    if (earlier) {
      earlier.amount += read.payment.amount
      earlier.lines.push(line)
    } else {
      const payment = { ...read.payment, lines: [line] }
      places.set(place, payment)
      list.payments.push(payment)
    }
  }
  return list
}

/**
 * The separator of the first line's cells. A comma counts only if there is no other separator, since amounts may have
 * commas, too.
 */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  return [';', '\t'].find((one) => first.includes(one)) ?? ','
}

/** The places of the columns that headings name; undefined if the line has no headings. */
function columnsIn(cells: readonly string[]): Map<Column, number> | 'headings' | undefined {
  const found = new Map<Column, number>()
  let isRepeated = false
  for (const [index, cell] of cells.entries()) {
    const column = COLUMNS.find((one) => HEADINGS[one].includes(cell.toLowerCase()))
    if (!column) continue
    isRepeated ||= found.has(column)
    found.set(column, index)
  }
  if (isRepeated) return 'headings'
  if (!found.has('receiver') || !found.has('amount')) return undefined
  // If a heading is missing, the list does not have that column, even at its usual place.
  if (!found.has('token')) found.set('token', Number.POSITIVE_INFINITY)
  return found
}

const unknown = (text: string): 'unknown' | 'checksum' => (isMarked(text) ? 'checksum' : 'unknown')

function readLine(
  cell: (column: Column) => string,
  line: number,
  { walletId, language, accountOf, assetOf }: ListReader,
): { payment?: Payment; faults: ListFault[] } {
  const faults: ListFault[] = []
  const receiver = cell('receiver')
  const receiverId = accountOf(receiver)
  if (receiverId === undefined) faults.push({ line, column: 'receiver', fault: unknown(receiver), text: receiver })
  else if (receiverId === walletId) faults.push({ line, column: 'receiver', fault: 'itself', text: receiver })
  const token = cell('token')
  const asset = assetOf(token)
  if (asset?.decimals === undefined || asset.isNft) {
    faults.push({ line, column: 'token', fault: asset?.isNft ? 'nft' : unknown(token), text: token })
    return { faults }
  }
  const { tokenId, decimals } = asset
  const amount = cell('amount')
  const typed = readAmount(amount, { decimals, language })
  if (!('units' in typed))
    faults.push({ line, column: 'amount', fault: typed.fault, text: amount, meant: typed.meant, decimals })
  else if (typed.units === 0n) faults.push({ line, column: 'amount', fault: 'zero', text: amount, meant: [], decimals })
  if (faults.length > 0 || receiverId === undefined || !('units' in typed)) return { faults }
  return { payment: { receiverId, tokenId, amount: typed.units }, faults }
}
