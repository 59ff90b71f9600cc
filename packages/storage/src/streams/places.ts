/** Bounds what is done at once: in all, and for each asker (a wallet or an address). */

/** Frees the place; a second call does nothing. */
export type Release = () => void

export interface PlacesOptions {
  inAll: number
  each: number
}

export interface Places {
  /**
   * A place if there is one now; otherwise which bound is reached: the asker's own (`own`) or the common one (`all`).
   */
  take(who: string): Release | 'own' | 'all'
  /**
   * Waits for a place. Askers take turns, and the requests of one asker are served in order. No asker waits behind
   * another whose own places are taken. Undefined after `ms` without a place, or once `signal` aborts.
   */
  wait(who: string, ms: number, signal?: AbortSignal): Promise<Release | undefined>
  /** How many requests of this asker wait. */
  waiting(who: string): number
}

interface Waiter {
  resolve(release: Release | undefined): void
}

export function createPlaces({ inAll, each }: PlacesOptions): Places {
  let taken = 0
  const takenBy = new Map<string, number>()
  /** The requests that wait, by asker; the asker whose last turn was longest ago comes first. */
  const waiters = new Map<string, Set<Waiter>>()

  const release = (who: string): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken--
      const left = (takenBy.get(who) ?? 1) - 1
      if (left > 0) takenBy.set(who, left)
      else takenBy.delete(who)
      admit()
    }
  }
  const take = (who: string): Release | 'own' | 'all' => {
    const own = takenBy.get(who) ?? 0
    if (own >= each) return 'own'
    if (taken >= inAll) return 'all'
    taken++
    takenBy.set(who, own + 1)
    return release(who)
  }
  /** Gives the asker's first request a place if there is one; answers whether there may be places for other askers. */
  function grant(who: string, own: Set<Waiter>): boolean {
    const [first] = own
    const got = first && take(who)
    if (!got || typeof got === 'string') return got !== 'all'
    own.delete(first)
    waiters.delete(who)
    if (own.size > 0) waiters.set(who, own)
    first.resolve(got)
    return true
  }
  function admit(): void {
    // An asker with more requests is moved to the end of the map after its turn, and this same loop reaches it again.
    for (const [who, own] of waiters) if (!grant(who, own)) return
  }
  return {
    take,
    wait(who, ms, signal) {
      const now = take(who)
      if (typeof now !== 'string') return Promise.resolve(now)
      if (signal?.aborted) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const own = waiters.get(who) ?? new Set()
        const waiter: Waiter = {
          resolve(got) {
            clearTimeout(timer)
            signal?.removeEventListener('abort', giveUp)
            resolve(got)
          },
        }
        const giveUp = (): void => {
          const all = waiters.get(who)
          if (!all?.delete(waiter)) return
          if (all.size === 0) waiters.delete(who)
          waiter.resolve(undefined)
        }
        const timer = setTimeout(giveUp, ms)
        signal?.addEventListener('abort', giveUp)
        waiters.set(who, own.add(waiter))
      })
    },
    waiting: (who) => waiters.get(who)?.size ?? 0,
  }
}
