/** The names that a user gave to accounts. The browser stores them, and a file carries them to another browser. */
import { isEntityId, parseJson } from '@quorate/verify'

export interface Entry {
  chain: string
  account: string
  name: string
}
export type Book = readonly Entry[]

export const MAX_ENTRIES = 1000
export const MAX_NAME = 100
/** Maximum file size in characters. The largest possible book is smaller. */
export const MAX_FILE = 1_000_000
const KIND = 'quorate-address-book'
const MAX_CHAIN = 64

export const isSame = (one: Entry, other: Entry): boolean => one.chain === other.chain && one.account === other.account

/** Returns the book with the entry, which replaces an entry for the same account. */
export const withEntry = (book: Book, entry: Entry): Book =>
  inOrder([...book.filter((one) => !isSame(one, entry)), entry])

export const inOrder = (book: Book): Book => book.toSorted((a, b) => a.name.localeCompare(b.name))

export const withoutEntry = (book: Book, entry: Entry): Book => book.filter((one) => !isSame(one, entry))

export const bookText = (book: Book): string =>
  `${JSON.stringify({ kind: KIND, version: 1, entries: book }, null, 2)}\n`

/**
 * Returns the entries of this browser's stored text, or of a file: at most one for each account. Undefined if it is not
 * an address book or has too many entries. Accepts names that only earlier versions allowed.
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

/** Returns the entries of a file as they are; undefined if it is not an address book. */
export function listIn(text: string): unknown[] | undefined {
  if (text.length > MAX_FILE) return undefined
  try {
    const { kind, version, entries } = Object(parseJson(text))
    return kind === KIND && version === 1 && Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
  }
}

export function isEntry(value: unknown): value is Entry {
  const { chain, account, name } = Object(value)
  const isText = typeof chain === 'string' && typeof account === 'string' && typeof name === 'string'
  return isText && isEntityId(account) && chain.length <= MAX_CHAIN && /^[a-z\d]+:[a-z\d]+$/.test(chain)
}

/** The account with this name, in upper or lower case; undefined if none or several have it. */
export function accountNamed(typed: string, names: ReadonlyMap<string, string>): string | undefined {
  const grouped = byName.get(names) ?? Map.groupBy(names, ([, name]) => nameKey(name))
  byName.set(names, grouped)
  const found = grouped.get(nameKey(typed)) ?? []
  return found.length === 1 ? found[0]?.[0] : undefined
}
/** A list of payments looks up many names in the same book. */
const byName = new WeakMap<ReadonlyMap<string, string>, Map<string, [string, string][]>>()

const nameKey = (name: string): string => name.trim().toLowerCase()

/**
 * Whether somebody who reads only the first and the last digits could confuse the accounts: at least two digits match
 * at each end, or all digits but one in the middle. Consecutive accounts, which differ in the last digit, do not
 * resemble each other. People read numbers of up to four digits in full, so the second rule excludes them.
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
/**
 * The fewest digits of an account number that are compared. Shorter numbers belong to the ledger, such as its nodes.
 */
const FEWEST_DIGITS = 4
/** People read numbers of up to this many digits in full. */
const READ_WHOLE = 4
/** The number of digits that people look at, at each end. */
const ENDS = 2

const numberIn = (account: string): string => account.slice(account.lastIndexOf('.') + 1)
