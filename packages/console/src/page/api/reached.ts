/** Whether the console answers. The last response decides; the browser knows only its network interfaces. */
import { useSyncExternalStore } from 'react'

let isReached = true
const listeners = new Set<() => void>()

function note(next: boolean): void {
  if (next === isReached) return
  isReached = next
  for (const listener of listeners) listener()
}

/** `fetch` that also records whether the console answered. */
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
