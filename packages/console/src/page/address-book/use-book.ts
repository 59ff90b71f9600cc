/** The hooks that read and change this browser's address book. Changes also reach other tabs. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { everyWalletQuery } from '../api/queries.ts'
import { useSession } from '../api/session.tsx'
import { type Book, bookText, entriesIn, resembles } from './book.ts'

const STORED = 'quorate.address-book'
const EMPTY: Book = []

const listeners = new Set<() => void>()
let text: string | null = null
let book: Book = EMPTY

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function current(): Book {
  const stored = localStorage.getItem(STORED)
  if (stored !== text) {
    text = stored
    book = (stored === null ? undefined : entriesIn(stored)) ?? EMPTY
  }
  return book
}

/** @throws DOMException if the browser stores nothing for the page */
export function keepBook(next: Book): void {
  localStorage.setItem(STORED, bookText(next))
  for (const listener of listeners) listener()
}

/** All entries, of every chain. */
export const useBook = (): Book => useSyncExternalStore(subscribe, current)

/** The book's names for accounts of the current chain. */
export function useMyNames(): ReadonlyMap<string, string> {
  const entries = useBook()
  const { chain } = useSession()
  return namesIn(entries, chain)
}

/** Returns the same map for all components that show the names of a book. */
function namesIn(entries: Book, chain: string): ReadonlyMap<string, string> {
  const made = byBook.get(entries) ?? new Map<string, ReadonlyMap<string, string>>()
  byBook.set(entries, made)
  const names =
    made.get(chain) ?? new Map(entries.filter((one) => one.chain === chain).map(({ account, name }) => [account, name]))
  made.set(chain, names)
  return names
}
const byBook = new WeakMap<Book, Map<string, ReadonlyMap<string, string>>>()

/**
 * Returns the account that this one resembles: an account in the book or the user's own. Undefined for accounts in the
 * book, and for the user's own account and wallets.
 */
export function useResembled(account: string): { account: string; name?: string | undefined } | undefined {
  const names = useMyNames()
  const { account: me } = useSession()
  const queries = useQueryClient()
  if (names.has(account) || account === me) return undefined
  const wallets = queries.getQueryData(everyWalletQuery().queryKey)
  if (wallets?.some(({ wallet }) => wallet === account)) return undefined
  const known = [...names.keys(), ...(me === null ? [] : [me])].find((one) => resembles(account, one))
  return known === undefined ? undefined : { account: known, name: names.get(known) }
}
