import { isQuorateError } from '@quorate/client'
import type { Draft } from './draft.ts'

/** Whether the outcome of a write is unknown because its answer was lost. */
const isOpen = (error: unknown): boolean => isQuorateError(error) && [0, 503, 504].includes(error.status)

interface Sent {
  text: string
  key: string
}

/**
 * Sends a form with an idempotency key. After a lost answer, the same content gets the same key, so that it is done
 * once. The draft has the key, too: many people reload a page that does not answer.
 */
export const sendOnce =
  (draft: Draft) =>
  async <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(body)
    const last = draft.parts().sent as Sent | undefined
    const key = last?.text === text ? last.key : crypto.getRandomValues(new Uint32Array(4)).join('-')
    draft.keep('sent', { text, key } satisfies Sent)
    try {
      const done = await send(key)
      draft.keep('sent', undefined)
      return done
    } catch (error) {
      if (!isOpen(error)) draft.keep('sent', undefined)
      throw error
    }
  }
