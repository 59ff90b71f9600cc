/** The names that somebody gave to accounts. They are kept in the browser, and carried to another one as a file. */
import { isEntityId, parseJson } from '@quorate/verify'

export interface Entry {
  chain: string
  account: string
  name: string
}
export type Book = readonly Entry[]

export const MAX_ENTRIES = 1000
export const MAX_NAME = 100
/** Of a file, in characters: more than the most entries with the longest names take. */
export const MAX_FILE = 1_000_000
const KIND = 'quorate-address-book'
const MAX_CHAIN = 64

export const isSame = (one: Entry, other: Entry): boolean => one.chain === other.chain && one.account === other.account

/** The book with an entry, in the place of another one for the same account. */
export const withEntry = (book: Book, entry: Entry): Book =>
  inOrder([...book.filter((one) => !isSame(one, entry)), entry])

export const inOrder = (book: Book): Book => book.toSorted((a, b) => a.name.localeCompare(b.name))

export const withoutEntry = (book: Book, entry: Entry): Book => book.filter((one) => !isSame(one, entry))

export const bookText = (book: Book): string =>
  `${JSON.stringify({ kind: KIND, version: 1, entries: book }, null, 2)}\n`

/**
 * The entries in what this browser has kept, or in a file: one for each account at most. Undefined for what is no
 * address book, or has too many. Names that earlier versions took stay.
 */
export function entriesIn(text: string): Book | undefined {
  const entries = listIn(text)
  if (!entries || entries.length > MAX_ENTRIES) return undefined
  const book: Entry[] = []
  for (const entry of entries) {
    if (!isEntry(entry) || book.some((one) => isSame(one, entry))) return undefined
    const { chain, account, name } = entry
    book.push({ chain, account, name })
  }
  return book
}

function listIn(text: string): unknown[] | undefined {
  if (text.length > MAX_FILE) return undefined
  try {
    const { kind, version, entries } = Object(parseJson(text))
    return kind === KIND && version === 1 && Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Entry {
  const { chain, account, name } = Object(value)
  const isText = typeof chain === 'string' && typeof account === 'string' && typeof name === 'string'
  return isText && isEntityId(account) && chain.length <= MAX_CHAIN && /^[a-z\d]+:[a-z\d]+$/.test(chain)
}

/**
 * Whether an account could be taken for another one by somebody who looks at its first and its last digits: it has at
 * least two of them at either end, and most of its digits. Consecutive accounts differ in their last digit, and numbers
 * of four digits are read whole.
 */
export function resembles(account: string, other: string): boolean {
  if (account === other) return false
  const [number, known] = [numberIn(account), numberIn(other)]
  if (known.length < FEWEST_DIGITS) return false
  if (number === known) return true
  const shorter = Math.min(number.length, known.length)
  let first = 0
  while (first < shorter && number[first] === known[first]) first++
  let last = 0
  while (last < shorter - first && number.at(-1 - last) === known.at(-1 - last)) last++
  if (first === 0 || last === 0) return false
  const digits = Math.max(number.length, known.length)
  return (first >= ENDS && last >= ENDS) || (digits > READ_WHOLE && first + last >= digits - 1)
}
/** Of the number of an account; smaller ones are the ledger's own, such as its nodes. */
const FEWEST_DIGITS = 4
/** Numbers of so many digits are read whole. */
const READ_WHOLE = 4
/** How many digits people look at, at either end. */
const ENDS = 2

const numberIn = (account: string): string => account.slice(account.lastIndexOf('.') + 1)
