import type { Clock } from '@quorate/platform'

/** Both health answers are as old as this at most. */
const CACHE_MS = 1000

export interface Latest<T> {
  /** What was made within the last second; a promise only where it has to be made. Those who ask meanwhile share one making. */
  get(): T | Promise<T>
}

/** A failure is not kept. */
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
