/** Whether the console answers: its last answer says so, and not the browser, which knows network interfaces only. */
import { useSyncExternalStore } from 'react'

let isReached = true
const listeners = new Set<() => void>()

function note(next: boolean): void {
  if (next === isReached) return
  isReached = next
  for (const listener of listeners) listener()
}

/** `fetch`, whose answers tell whether the console is reached. */
export const notingFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    note(true)
    return response
  } catch (error) {
    if (!init?.signal?.aborted) note(false)
    throw error
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsReached = (): boolean => useSyncExternalStore(subscribe, () => isReached)
