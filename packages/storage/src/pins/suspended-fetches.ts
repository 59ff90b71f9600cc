/**
 * Fetches of pins that gave their places to others, until their wallets' next turn. Each keeps what it fetched: its blocks are protected from
 * collection and counted for its wallet. How far its walk came is kept only while there is memory for it; otherwise the walk begins anew, from the
 * blocks that are here.
 */
import type { Clock } from '@quorate/platform'
import type { Use } from '../blocks/blocks-in-use.ts'
import { limits } from '../limits.ts'
import type { Source } from '../sources/hedge.ts'
import type { Visit } from '../unixfs/dag.ts'
import type { Reservation } from './quota-reservations.ts'

export interface Fetch {
  use: Use
  reservation: Reservation | undefined
  /** Absent where the walk begins anew. */
  visit: Visit | undefined
  /** The source that gave its blocks. */
  preferred: Source | undefined
  /** Bytes that came so far, as a quota counts them. */
  bytes: number
  /** Milliseconds that it had a place. */
  tookMs: number
}

export interface SuspendedFetches {
  /** Answers false where too many fetches are suspended. */
  add(key: string, fetch: Fetch): boolean
  /** Removes the fetch. Whoever takes it continues or ends it. */
  take(key: string): Fetch | undefined
  /** The keys of fetches that nobody has taken or looked at for long, as where another process has finished the pin. */
  old(): string[]
}

/** Beyond it, the pin may have ended in another process, which has its job. */
const LOOKED_AGAIN_MS = 600_000

export function createSuspendedFetches(clock: Clock): SuspendedFetches {
  const suspended = new Map<string, { fetch: Fetch; lookedAt: number }>()
  const memory = (): number => suspended.values().reduce((sum, { fetch }) => sum + (fetch.visit?.memory ?? 0), 0)
  return {
    add(key, fetch) {
      if (suspended.size >= limits.maxSuspendedFetches.value) return false
      const isSmall = memory() + (fetch.visit?.memory ?? 0) <= limits.maxSuspendedBytes.value
      suspended.set(key, { fetch: isSmall ? fetch : { ...fetch, visit: undefined }, lookedAt: clock.now() })
      return true
    },
    take(key) {
      const known = suspended.get(key)
      suspended.delete(key)
      return known?.fetch
    },
    old() {
      const before = clock.now() - LOOKED_AGAIN_MS
      const found = [...suspended].filter(([, { lookedAt }]) => lookedAt < before)
      for (const [, one] of found) one.lookedAt = clock.now()
      return found.map(([key]) => key)
    },
  }
}
