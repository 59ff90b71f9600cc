/**
 * Fetches of pins that gave their places to others, until their wallets' next turn. Each keeps what it fetched: its
 * blocks are protected from collection and counted for its wallet. How far its walk came is kept only while there is
 * memory for it; otherwise the walk begins anew, from the blocks that are here.
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
  /**
   * Where too many fetches are suspended, one of the wallet with the most makes room, unless that has hardly more than
   * this one: then it answers undefined. One fetch of each wallet always has room. Otherwise it answers the fetches
   * that the caller is to end.
   *
   * @param key The chain, the wallet and the content, with spaces between them.
   */
  add(key: string, fetch: Fetch): [key: string, fetch: Fetch][] | undefined
  /** Removes the fetch. Whoever takes it continues or ends it. */
  take(key: string): Fetch | undefined
  /** The keys of fetches that nobody has taken or looked at for long, as where another process has finished the pin. */
  old(): string[]
}

interface Suspended {
  key: string
  fetch: Fetch
  lookedAt: number
}

const largest = (byWallet: Map<string, number>): [wallet: string, sum: number] =>
  byWallet.entries().reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])

/** Beyond it, the pin may have ended in another process, which has its job. */
const LOOKED_AGAIN_MS = 600_000

export function createSuspendedFetches(clock: Clock): SuspendedFetches {
  const suspended = new Map<string, Suspended>()
  const walletOf = (key: string): string => key.slice(0, key.lastIndexOf(' '))
  const memoryOf = ({ visit }: Fetch): number => visit?.memory ?? 0
  /** The sum over the fetches of each wallet. */
  function sums(count: (fetch: Fetch) => number): Map<string, number> {
    const byWallet = new Map<string, number>()
    for (const [key, { fetch }] of suspended)
      byWallet.set(walletOf(key), (byWallet.get(walletOf(key)) ?? 0) + count(fetch))
    return byWallet
  }
  /** The wallet's fetch for which `count` is largest. */
  const largestOf = (wallet: string, count: (fetch: Fetch) => number): Suspended | undefined =>
    suspended
      .values()
      .filter(({ key }) => walletOf(key) === wallet)
      .reduce<Suspended | undefined>((a, b) => (a && count(a.fetch) >= count(b.fetch) ? a : b), undefined)
  /** Takes walks of the wallets with the most memory away until the others have room. */
  function dropWalks(): void {
    const byWallet = sums(memoryOf)
    let all = byWallet.values().reduce((sum, bytes) => sum + bytes, 0)
    while (all > limits.maxSuspendedBytes.value) {
      const [wallet, bytes] = largest(byWallet)
      const one = largestOf(wallet, memoryOf)
      const freed = one ? memoryOf(one.fetch) : 0
      if (!one || freed === 0) return
      one.fetch = { ...one.fetch, visit: undefined }
      byWallet.set(wallet, bytes - freed)
      all -= freed
    }
  }
  return {
    add(key, fetch) {
      const toEnd: [string, Fetch][] = []
      const before = suspended.get(key)
      if (before) toEnd.push([key, before.fetch])
      else if (suspended.size >= limits.maxSuspendedFetches.value) {
        const counts = sums(() => 1)
        const own = counts.get(walletOf(key)) ?? 0
        const [wallet, most] = largest(counts)
        // The fetch that has come least far loses least.
        const other = most > own + 1 ? largestOf(wallet, ({ bytes }) => -bytes) : undefined
        if (!other && own > 0) return undefined
        if (other) {
          suspended.delete(other.key)
          toEnd.push([other.key, other.fetch])
        }
      }
      suspended.set(key, { key, fetch, lookedAt: clock.now() })
      dropWalks()
      return toEnd
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
