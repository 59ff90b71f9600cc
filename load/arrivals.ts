/** Operations that begin at a given rate, whether or not earlier ones have ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuorateError } from '@quorate/client'
import type { Measurements } from './measurements.ts'

/** The maximum number of operations in progress. Further ones are not sent, and the report counts them as NOT_SENT. */
const MAX_UNDER_WAY = 1_000

export interface Arrivals {
  name: string
  perSecond: number
  run(): Promise<void>
}

/**
 * Runs an operation for some seconds, at random moments with an average of `perSecond`, and waits for those in progress
 * at the end. Durations count from the moment when an operation was due. So if the service stalls, all operations that
 * were due meanwhile are late, not only one.
 */
export async function runAtRate({ name, perSecond, run }: Arrivals, seconds: number, to: Measurements): Promise<void> {
  if (perSecond <= 0) return
  const begin = performance.now()
  const end = begin + seconds * 1000
  const underWay = new Set<Promise<void>>()
  for (let due = begin + gapMs(perSecond); due < end; due += gapMs(perSecond)) {
    const waitMs = due - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    if (underWay.size >= MAX_UNDER_WAY) {
      to.failed(name, 'NOT_SENT')
      continue
    }
    const one = run()
      .then(
        () => to.took(name, performance.now() - due),
        (error: unknown) => to.failed(name, codeOf(error)),
      )
      .finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
}

/** Times between independent arrivals have an exponential distribution. */
const gapMs = (perSecond: number): number => (-Math.log(1 - Math.random()) * 1000) / perSecond

export const codeOf = (error: unknown): string =>
  isQuorateError(error) ? error.code : error instanceof Error ? error.name : 'UNKNOWN'
