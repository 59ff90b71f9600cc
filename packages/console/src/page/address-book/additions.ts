/** Checks additions to the address book: no name may pass for another account's name. */
import { hiddenCharacterIn, isEntityId, isShown, nameForms } from '@quorate/verify'
import { nameOf } from '../texts/strangers.ts'
import { type Book, type Entry, inOrder, isEntry, isSame, listIn, MAX_ENTRIES, MAX_NAME } from './book.ts'

export type EntryFault = 'account' | 'name' | 'taken'

/** Returns the fault of a new entry, given the entries of the book. An entry for a known account replaces its name. */
export const faultOf = (entry: Entry, book: Book): EntryFault | undefined => faultIn(entry, takenIn(book))

/** Accounts by the comparable forms of their names. Each key begins with the chain. */
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

/** The reason why a file is not imported. For a faulty entry: its position in the file, from 1, and its content. */
export type FileFault =
  | { fault: 'notABook' | 'tooMany' }
  | { fault: EntryFault | 'twice'; place: number; account: string; name: string }

/** Returns the entries of a file, or its first fault. */
export function bookIn(text: string): Book | FileFault {
  const entries = listIn(text)
  if (!entries) return { fault: 'notABook' }
  if (entries.length > MAX_ENTRIES) return { fault: 'tooMany' }
  const book: Entry[] = []
  const taken: Taken = new Map()
  for (const [index, value] of entries.entries()) {
    const { chain, account, name } = Object(value)
    const faulty = (fault: EntryFault | 'twice') => ({
      ...{ fault, place: index + 1 },
      ...{ account: typeof account === 'string' ? account : '', name: typeof name === 'string' ? name : '' },
    })
    if (!isEntry(value)) return faulty(typeof name === 'string' ? 'account' : 'name')
    const entry = { chain, account, name }
    const forms = comparable(entry)
    const fault = book.some((one) => isSame(one, entry)) ? 'twice' : faultIn(entry, taken, forms)
    if (fault) return faulty(fault)
    take(taken, entry, forms)
    book.push(entry)
  }
  return book
}

/** Adds the entries of a file without changing existing ones: a file from somebody else can't rename an account. */
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
