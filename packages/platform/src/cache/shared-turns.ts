import { turn } from '@quorate/verify'
import type { createFairTurns } from './fair-turns.ts'

/** Somebody who waits for an answer, such as a socket: needs none once it is destroyed. */
type Asker = { readonly destroyed: boolean }

/**
 * Reads that take turns by owner. Equal questions of one owner share a turn if they come before it begins, so that each
 * is answered from a read that began after it. They are answered one by one, since a large answer to hundreds at once
 * would hold up everybody else. The answer is undefined, without a read, where all who asked had left before the turn.
 */
export function createSharedTurns<T>(
  turns: ReturnType<typeof createFairTurns>,
): (owner: string, asked: string, asker: Asker, read: () => Promise<T>) => Promise<T | undefined> {
  const waiting = new Map<string, { asker: Asker; answer(read: Promise<T | undefined>): void }[]>()

  async function answerAll(key: string, read: () => Promise<T>): Promise<void> {
    const asked = waiting.get(key) ?? []
    waiting.delete(key)
    const answer = asked.every(({ asker }) => asker.destroyed) ? Promise.resolve(undefined) : read()
    await answer.catch(() => {})
    for (const one of asked) {
      one.answer(answer)
      await turn()
    }
  }

  return (owner, question, asker, read) => {
    const { promise, resolve } = Promise.withResolvers<T | undefined>()
    const key = JSON.stringify([owner, question])
    const one = { asker, answer: resolve }
    const known = waiting.get(key)
    if (known) known.push(one)
    else {
      waiting.set(key, [one])
      void turns(owner, () => answerAll(key, read))
    }
    return promise
  }
}
