/** A list of payments as people keep it in a spreadsheet: each line has a receiver, an amount and perhaps a token. */
import Papa from 'papaparse'
import { type AmountFault, readAmount, withoutHbarSymbol } from './values/amounts.ts'
import { isMarked } from './values/ids/checksums.ts'
import type { Payment } from './values/payments.ts'

/** In characters. Longer texts are not parsed. */
export const MAX_LIST_TEXT = 200_000
/** In lines. Longer lists are refused. */
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
      /** Possible amounts in smallest units, for an asset with these decimals. */
      meant: bigint[]
      decimals: number
    }
  | { line: number; column: 'list'; fault: WholeFault; text: string }

/**
 * `headings`: two headings name the same column. `unknownHeadings`: the first line has neither an account nor a digit,
 * so it names columns, but not the receiver and the amount. `cells`: a line has more cells than there are columns, so
 * `0.0.7,2,5` may mean 2.5.
 */
type WholeFault = 'tooLong' | 'empty' | 'quotes' | 'headings' | 'unknownHeadings' | 'cells'

export interface PaymentList {
  /**
   * In the list's order. Lines with the same receiver and asset are added up, since the ledger takes only one such
   * transfer.
   */
  payments: (Payment & { lines: number[] })[]
  faults: ListFault[]
}

const HEADINGS: Readonly<Record<'receiver' | 'amount' | 'token', readonly string[]>> = {
  receiver: [
    ...['receiver', 'recipient', 'payee', 'beneficiary', 'account', 'account id', 'address', 'wallet', 'to'],
    ...['empfänger', 'empfängerin', 'empfaenger', 'zahlungsempfänger', 'begünstigter', 'konto', 'konto-id', 'adresse'],
    ...['empfängerkonto', 'an'],
  ],
  amount: ['amount', 'value', 'sum', 'hbar', 'hbars', 'betrag', 'summe', 'wert', 'menge'],
  token: ['token', 'token id', 'token-id', 'asset', 'currency', 'währung', 'waehrung'],
}
/** `Betrag (HBAR)` and `Amount in ℏ` name the same column as `Betrag` and `Amount`. */
const headingIn = (cell: string): string => {
  const [name = ''] = cell
    .toLowerCase()
    .replaceAll('_', ' ')
    .split(/[([:]| in /, 1)
  return name.trim()
}
type Column = keyof typeof HEADINGS
/**
 * The line that Excel writes first to name the separator. It is not needed, since other lines show the separator, too.
 */
const EXCEL_SEPARATOR = /^sep=[;,\t](?=\r?\n)/i
const COLUMNS: readonly Column[] = ['receiver', 'amount', 'token']

/**
 * The text of a spreadsheet's file. Western European programs without UTF-8 write Windows-1252. Any bytes are valid in
 * that, so text in other encodings becomes characters that name no account.
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
 * Reads such a list: CSV with commas, semicolons or tabs. If the first line has headings, they name the columns;
 * otherwise the columns are receiver, amount and token. Lines are counted from 1. Nothing is guessed: an unreadable
 * line is a fault.
 */
export function readPaymentList(text: string, reader: ListReader): PaymentList {
  const whole = (fault: WholeFault, line = 1): PaymentList => ({
    payments: [],
    faults: [{ line, column: 'list', fault, text: '' }],
  })
  if (text.length > MAX_LIST_TEXT) return whole('tooLong')
  const plain = text.replace(/^\ufeff/, '').replace(EXCEL_SEPARATOR, '')
  const delimiter = delimiterOf(plain)
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) return whole('quotes', (broken.row ?? 0) + 1)
  const rows = data.map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = filled
  if (!first) return whole('empty')
  const headed = columnsIn(first.cells)
  if (headed === 'headings') return whole(headed, first.line)
  if (!headed && isNamesOnly(first.cells, reader)) return whole('unknownHeadings', first.line)
  const lines = headed ? filled.slice(1) : filled
  if (lines.length === 0) return whole('empty')
  if (lines.length > MAX_LIST_LINES) return whole('tooLong', lines[MAX_LIST_LINES]?.line)
  const cellOf = (cells: readonly string[], column: Column) =>
    cells[headed?.get(column) ?? COLUMNS.indexOf(column)] ?? ''
  const columns = headed ? first.cells.length : COLUMNS.length
  const longer = lines.find(({ cells }) => cells.slice(columns).some((cell) => cell !== ''))
  if (longer) return whole('cells', longer.line)
  // `0.0.5, 12,50` has a decimal comma, and must not pay 12 of a token whose symbol is `50`.
  const cut = delimiter === ',' && lines.find(({ cells }) => PART_OF_AMOUNT.test(cellOf(cells, 'token')))
  if (cut) return whole('cells', cut.line)
  const list: PaymentList = { payments: [], faults: [] }
  const places = new Map<string, PaymentList['payments'][number]>()
  for (const { cells, line } of lines) {
    const read = readLine((column) => cellOf(cells, column), line, reader)
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
 * The separator of the first line's cells. Amounts may contain commas, so a comma counts only if the line has neither a
 * semicolon nor a tab.
 */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  return [';', '\t'].find((one) => first.includes(one)) ?? ','
}

/** What a decimal comma leaves in the cell after the amount. */
const PART_OF_AMOUNT = /^\d+\s*(?:ℏ|hbars?)?$/i

/** The places of the columns that headings name; undefined if the line has no headings. */
function columnsIn(cells: readonly string[]): Map<Column, number> | 'headings' | undefined {
  const found = new Map<Column, number>()
  let isRepeated = false
  for (const [index, cell] of cells.entries()) {
    const column = COLUMNS.find((one) => HEADINGS[one].includes(headingIn(cell)))
    if (!column) continue
    isRepeated ||= found.has(column)
    found.set(column, index)
  }
  if (isRepeated) return 'headings'
  if (!found.has('receiver') || !found.has('amount')) return undefined
  // With headings, the list has only the columns that they name.
  if (!found.has('token')) found.set('token', Number.POSITIVE_INFINITY)
  return found
}

/** Whether the line has several texts, of which none is an account, an amount or a part of these. */
const isNamesOnly = (cells: readonly string[], { accountOf }: ListReader): boolean =>
  cells.filter((cell) => cell !== '').length > 1 &&
  cells.every((cell) => !/\d/.test(cell) && (cell === '' || accountOf(cell) === undefined))

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
  const typed = readAmount(tokenId === 'HBAR' ? withoutHbarSymbol(amount) : amount, { decimals, language })
  if (!('units' in typed))
    faults.push({ line, column: 'amount', fault: typed.fault, text: amount, meant: typed.meant, decimals })
  else if (typed.units === 0n) faults.push({ line, column: 'amount', fault: 'zero', text: amount, meant: [], decimals })
  if (faults.length > 0 || receiverId === undefined || !('units' in typed)) return { faults }
  return { payment: { receiverId, tokenId, amount: typed.units }, faults }
}
