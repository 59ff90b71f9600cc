import type { Clock } from '@quorate/platform'

/** The greatest age of both health answers, in milliseconds. */
const CACHE_MS = 1000

export interface Latest<T> {
  /** Returns a value made within the last second, or the promise of a new one, which concurrent callers share. */
  get(): T | Promise<T>
}

/** Keeps the value of `make` for `CACHE_MS`; a failure is not kept. */
export function createLatest<T>(clock: Clock, make: () => Promise<T>): Latest<T> {
  let kept: { value: T; madeAt: number } | undefined
  let making: Promise<T> | undefined
  const makeNow = async (): Promise<T> => {
    try {
      const value = await make()
      kept = { value, madeAt: clock.now() }
      return value
    } finally {
      making = undefined
    }
  }
  return {
    get() {
      if (kept && Math.abs(clock.now() - kept.madeAt) < CACHE_MS) return kept.value
      making ??= makeNow()
      return making
    },
  }
}
