import { isQuorateError } from '@quorate/client'
import { useRef } from 'react'

/** Whether the outcome of a write is unknown because its answer was lost. */
const isOpen = (error: unknown): boolean => isQuorateError(error) && [0, 503, 504].includes(error.status)

/**
 * Sends a form with an idempotency key. After a lost answer, the same content gets the same key, so that it is done
 * once.
 */
export function useSendOnce() {
  const last = useRef<{ text: string; key: string }>(undefined)
  return async <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
    try {
      const done = await send(last.current.key)
      last.current = undefined
      return done
    } catch (error) {
      if (!isOpen(error)) last.current = undefined
      throw error
    }
  }
}
