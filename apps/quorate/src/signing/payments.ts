/** Reads a list of payments, and says what is wrong with it line by line. */
import { readFileSync } from 'node:fs'
import { decimalsIn, HBAR_DECIMALS, isEntityId, type Payment, withoutChecksum } from '@quorate/verify'
import { type ListFault, MAX_LIST_LINES, readPaymentList, textOfList } from '@quorate/verify/payment-list'
import { type LedgerOptions, ledgerOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import { faultOf, LANGUAGE } from '../terminal/amounts.ts'
import { note } from '../terminal/output.ts'
import { red } from '../terminal/paint.ts'
import { plain } from '../terminal/plain.ts'

interface ListOptions extends LedgerOptions {
  walletId: string
  /** The token of lines that name none. Hbars if absent. */
  token: string | undefined
  /** The options that the list was made of, one for each line. None if it is a file. */
  options: readonly string[]
}

interface Typed extends Pick<ListOptions, 'walletId' | 'token' | 'mirrorUrl'> {
  list: string | undefined
  to: readonly string[]
}

/** Checks that payments come from either `--to` or `--list`. @throws Failure */
export function checkTyped({ list, to }: Pick<Typed, 'list' | 'to'>): void {
  if ((list === undefined) === (to.length === 0)) throw new Failure('usage', 'No payments: pass --to, or --list')
  for (const one of to) lineOf(one)
}

/** The payments of `--to` or `--list`. @throws Failure after all faults are written to standard error */
export function typedPayments({ walletId, list, to, token, mirrorUrl }: Typed, chain: string): Promise<Payment[]> {
  checkTyped({ list, to })
  const text = list === undefined ? to.map((one) => lineOf(one)).join('\n') : readText(list)
  return paymentsIn(text, { walletId, token, chain, mirrorUrl, options: to })
}

/** A payment of `--to` as a line of a list. @throws Failure */
function lineOf(text: string): string {
  const [account = '', amount, ...more] = text.split('=')
  if (amount === undefined || more.length > 0)
    throw new Failure('usage', `--to ${JSON.stringify(text)} is not a payment: expected for example 0.0.1022=2.5`)
  return [account, amount].map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}

/** @throws Failure */
function readText(file: string): string {
  try {
    return textOfList(readFileSync(file))
  } catch (error) {
    throw new Failure('usage', `The list ${file} can't be read: ${(error as Error).message}`)
  }
}

/**
 * Reads the payments of a list. Decimals come from the ledger.
 *
 * @throws Failure after all faults are written to standard error
 */
async function paymentsIn(text: string, given: ListOptions): Promise<Payment[]> {
  const { walletId, token, chain, mirrorUrl, options } = given
  const placeOf = (line: number): string =>
    options.length === 0 ? `Line ${line}` : `--to ${JSON.stringify(options[line - 1])}`
  const reader = { walletId, language: LANGUAGE, accountOf: (text: string) => idIn(text, chain) }
  const idOf = (text: string): string | undefined => (text === '' ? (token ?? 'HBAR') : assetIn(text, chain))
  const tokens = new Set<string>()
  readPaymentList(text, {
    ...reader,
    assetOf(named) {
      const id = idOf(named)
      if (id !== undefined) tokens.add(id)
      return undefined
    },
  })
  const decimals = await decimalsOf(tokens, { chain, mirrorUrl })
  const { payments, faults } = readPaymentList(text, {
    ...reader,
    assetOf(named) {
      const tokenId = idOf(named)
      return tokenId === undefined ? undefined : { tokenId, decimals: decimals.get(tokenId) }
    },
  })
  for (const fault of faults) note(red(plain(faultText(fault, placeOf(fault.line)))))
  if (faults.length > 0) throw new Failure('usage', 'Nothing was requested, because some payments cannot be read')
  for (const { receiverId, lines } of payments)
    if (lines.length > 1) {
      const places = options.length === 0 ? `Lines ${lines.join(', ')}` : lines.map(placeOf).join(', ')
      note(plain(`${places} all pay ${receiverId}: their amounts are added up`))
    }
  return payments
}

const idIn = (text: string, chain: string): string | undefined => {
  const id = withoutChecksum(text, chain)
  return id !== undefined && isEntityId(id) ? id : undefined
}

const assetIn = (text: string, chain: string): string | undefined =>
  /^(hbars?|ℏ)$/i.test(text) ? 'HBAR' : idIn(text, chain)

/** The decimals of hbars and of these tokens, from the ledger. */
export async function decimalsOf(assets: ReadonlySet<string>, options: LedgerOptions) {
  const found = new Map<string, number | undefined>([['HBAR', HBAR_DECIMALS]])
  const tokens = [...assets].filter((id) => id !== 'HBAR')
  if (tokens.length === 0) return found
  const ledger = await ledgerOf(options)
  for (const id of tokens) found.set(id, decimalsIn((await ledger.token(id))?.decimals))
  return found
}

function faultText(fault: ListFault, place: string): string {
  const { column, text } = fault
  const cell = JSON.stringify(text)
  switch (column) {
    case 'receiver':
      if (fault.fault === 'checksum') return `${place}: ${wrongChecksum(cell)}`
      return `${place}: ${fault.fault === 'itself' ? `the wallet ${cell} can't pay itself` : `${cell} is not an account: expected for example 0.0.1022`}`
    case 'token':
      if (fault.fault === 'checksum') return `${place}: ${wrongChecksum(cell)}`
      return `${place}: ${cell} is not a token on this ledger: expected its id, or nothing for hbars`
    case 'amount':
      if (fault.fault === 'zero') return `${place}: the amount is 0: write an amount above 0`
      return `${place}: ${faultOf(fault as never, text, fault.decimals)}`
    default:
      return {
        empty: 'The list has no payments: write a receiver and an amount in each line',
        tooLong: `The list has more than ${MAX_LIST_LINES} payments: divide it`,
        quotes: `${place}: a quotation mark is not closed`,
        unknownHeadings: `${place}: none of these headings names the receiver, or none the amount: call these columns receiver and amount`,
        headings: `${place}: two headings name the receiver, the amount or the token: keep one of them`,
        cells: `${place}: more cells than columns: put an amount with a comma in quotation marks`,
      }[fault.fault]
  }
}

const wrongChecksum = (cell: string): string =>
  `the checksum of ${cell} is wrong: a digit is mistyped, or the id is on another network`
