/** The wallets that the reader has pinned, kept in this browser. */
import { useSyncExternalStore } from 'react'

const STORED = 'quorate.pinned'
const MOST = 12
const listeners = new Set<() => void>()
let text: string | null = null
let pinned: readonly string[] | undefined

function current(): readonly string[] | undefined {
  const stored = localStorage.getItem(STORED)
  if (stored !== text) {
    text = stored
    pinned = stored === null ? undefined : stored.split(' ').filter(Boolean).slice(0, MOST)
  }
  return pinned
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** The ids of the pinned wallets; undefined until one is pinned or unpinned for the first time. */
export const usePinned = (): readonly string[] | undefined => useSyncExternalStore(subscribe, current)

export function setPinned(ids: readonly string[]): void {
  localStorage.setItem(STORED, ids.slice(0, MOST).join(' '))
  for (const listener of listeners) listener()
}

const FIRST = 4

/** Returns the pinned wallets among these. Until the user pins or unpins one, returns the first few. */
export function pinnedOf<T extends { wallet: string }>(wallets: readonly T[], ids: readonly string[] | undefined): T[] {
  if (ids === undefined) return wallets.slice(0, FIRST)
  return ids.flatMap((id) => wallets.find(({ wallet }) => wallet === id) ?? [])
}
