/** The names that somebody gave to accounts. They are kept in the browser, and carried to another one as a file. */
import { hiddenCharacterIn, isEntityId, isShown, parseJson } from '@quorate/verify'
import { looksOf } from '@quorate/verify/recount'
import { nameOf } from '../texts/strangers.ts'

export interface Entry {
  chain: string
  account: string
  name: string
}
export type EntryFault = 'account' | 'name' | 'taken'
export type Book = readonly Entry[]

export const MAX_ENTRIES = 1000
export const MAX_NAME = 100
/** Of a file, in characters: more than the most entries with the longest names take. */
export const MAX_FILE = 1_000_000
const KIND = 'quorate-address-book'
const MAX_CHAIN = 64

/** What is wrong with an entry, beside those that are there. The name of an account that is there is replaced. */
export const faultOf = (entry: Entry, book: Book): EntryFault | undefined => faultIn(entry, takenIn(book))

/** The accounts of the names that are taken, by each form in which names are compared, with its chain. */
type Taken = Map<string, string>
function takenIn(book: Book): Taken {
  const taken: Taken = new Map()
  for (const one of book) take(taken, one)
  return taken
}
function take(taken: Taken, entry: Entry, forms = comparable(entry)): void {
  for (const form of forms) taken.set(form, entry.account)
}

function faultIn(entry: Entry, taken: Taken, forms = comparable(entry)): EntryFault | undefined {
  const { account, name } = entry
  if (!isEntityId(account)) return 'account'
  const isGood =
    name === name.trim() &&
    name.length <= MAX_NAME &&
    isShown(name) &&
    hiddenCharacterIn(name) === undefined &&
    nameOf(account, name) === name
  if (!isGood) return 'name'
  const holders = forms.map((form) => taken.get(form))
  return holders.some((holder) => holder !== undefined && holder !== account) ? 'taken' : undefined
}

/** The forms in which names look alike (UTS 39), without accents and punctuation, which readers overlook. */
const comparable = ({ chain, name }: Entry): string[] => looksOf(lettersOf(name)).map((look) => `${chain} ${look}`)

const lettersOf = (name: string): string => {
  const letters = name.normalize('NFKD').replaceAll(/[\u0300-\u036f\p{P}]/gu, '')
  return letters.trim() === '' ? name : letters
}

const isSame = (one: Entry, other: Entry): boolean => one.chain === other.chain && one.account === other.account

/** The book with an entry, in the place of another one for the same account. */
export const withEntry = (book: Book, entry: Entry): Book =>
  inOrder([...book.filter((one) => !isSame(one, entry)), entry])

const inOrder = (book: Book): Book => book.toSorted((a, b) => a.name.localeCompare(b.name))

export const withoutEntry = (book: Book, entry: Entry): Book => book.filter((one) => !isSame(one, entry))

export const bookText = (book: Book): string =>
  `${JSON.stringify({ kind: KIND, version: 1, entries: book }, null, 2)}\n`

/**
 * The entries of a file; undefined for what is none, has a faulty entry, or too many.
 *
 * @param isOwn What this browser has kept: names that earlier versions took stay
 */
export function bookIn(text: string, { isOwn = false } = {}): Book | undefined {
  if (text.length > MAX_FILE) return undefined
  const entries = entriesIn(text)
  if (!entries || entries.length > MAX_ENTRIES) return undefined
  const book: Entry[] = []
  const taken: Taken = new Map()
  for (const entry of entries) {
    if (!isEntry(entry) || book.some((one) => isSame(one, entry))) return undefined
    const forms = comparable(entry)
    if (isOwn ? !isEntityId(entry.account) : faultIn(entry, taken, forms)) return undefined
    const { chain, account, name } = entry
    book.push({ chain, account, name })
    take(taken, entry, forms)
  }
  return book
}

function entriesIn(text: string): unknown[] | undefined {
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
  return isText && chain.length <= MAX_CHAIN && /^[a-z\d]+:[a-z\d]+$/.test(chain)
}

/**
 * Adds what a file has. What is in the book already stays as it is: nobody gets another name for an account by a file
 * that somebody else has made.
 */
export function merged(book: Book, read: Book): { book: Book; added: number; kept: Entry[] } {
  const added: Entry[] = []
  const kept: Entry[] = []
  const taken = takenIn(book)
  for (const entry of read) {
    const known = book.find((one) => isSame(one, entry))
    if (known?.name === entry.name) continue
    const forms = comparable(entry)
    if (known || book.length + added.length >= MAX_ENTRIES || faultIn(entry, taken, forms)) kept.push(entry)
    else {
      added.push(entry)
      take(taken, entry, forms)
    }
  }
  return { book: added.length === 0 ? book : inOrder([...book, ...added]), added: added.length, kept }
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
