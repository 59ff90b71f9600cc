/** What may be added to the address book: no name in it passes for another account. */
import { hiddenCharacterIn, isEntityId, isShown, nameForms } from '@quorate/verify'
import { nameOf } from '../texts/strangers.ts'
import { type Book, type Entry, entriesIn, inOrder, isSame, MAX_ENTRIES, MAX_NAME } from './book.ts'

export type EntryFault = 'account' | 'name' | 'taken'

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

const comparable = ({ chain, name }: Entry): string[] => nameForms(name).map((form) => `${chain} ${form}`)

/** The entries of a file; undefined for what is no address book, has a faulty entry, or too many. */
export function bookIn(text: string): Book | undefined {
  const book = entriesIn(text)
  const taken: Taken = new Map()
  for (const entry of book ?? []) {
    const forms = comparable(entry)
    if (faultIn(entry, taken, forms)) return undefined
    take(taken, entry, forms)
  }
  return book
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
