import { isQuorateError } from '@quorate/client'
import type { Draft } from './draft.ts'

/** Whether the outcome of a write is unknown because its answer was lost. */
export const isOpen = (error: unknown): boolean => isQuorateError(error) && [0, 503, 504].includes(error.status)

const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** What is asked for under an idempotency key, or under several that begin with `key`. */
export interface Attempt<T> {
  text: string
  key: string
  /** What was worked out at the first press, such as times. */
  made: T
}

/**
 * The attempt to send this input. If its last attempt was not clearly refused, it is that one: the same key must come
 * with the same content, so nothing in it may be worked out again.
 */
export function attemptFor<T>(last: Attempt<T> | undefined, input: unknown, make: () => T): Attempt<T> {
  const text = JSON.stringify(input)
  return last?.text === text ? last : { text, key: newKey(), made: make() }
}

/**
 * Sends a form with an idempotency key. After a lost answer, the same content gets the same key, so that the write is
 * done once. The draft keeps the key over a reload, because many people reload a page that does not answer.
 */
export const sendOnce =
  (draft: Draft) =>
  async <T>(body: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> => {
    const attempt = attemptFor(draft.parts().sent as Attempt<undefined> | undefined, body, () => undefined)
    draft.keep('sent', attempt)
    try {
      const done = await send(attempt.key)
      draft.keep('sent', undefined)
      return done
    } catch (error) {
      if (!isOpen(error)) draft.keep('sent', undefined)
      throw error
    }
  }
