/** Operations that begin at a given rate, whether or not earlier ones have ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuorateError } from '@quorate/client'
import type { Measurements } from './measurements.ts'

/** Operations under way at once; those that are due beyond them are told in the report as not sent. */
const MAX_UNDER_WAY = 1_000

export interface Arrivals {
  name: string
  perSecond: number
  run(): Promise<void>
}

/**
 * Runs an operation for a time, at random moments that come to `perSecond` on average, and waits for those that are
 * under way at the end. A duration counts from the moment when the operation was due: a service that stands still
 * makes all that was due meanwhile late, and not one operation alone.
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

/** The time between two arrivals that know nothing of each other is distributed exponentially. */
const gapMs = (perSecond: number): number => (-Math.log(1 - Math.random()) * 1000) / perSecond

export const codeOf = (error: unknown): string =>
  isQuorateError(error) ? error.code : error instanceof Error ? error.name : 'UNKNOWN'
