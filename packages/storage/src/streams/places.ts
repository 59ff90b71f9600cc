/** A bound on what is done at once: in all, and for each of those who ask. */

/** Gives the place back; a second call does nothing. */
export type Release = () => void

export interface PlacesOptions {
  inAll: number
  each: number
}

export interface Places {
  /** A place now; else whose bound is reached: the asker's own, or that of all. */
  take(who: string): Release | 'own' | 'all'
  /**
   * A place as soon as there is one; askers that wait get one by turns, and what one asker waits for is begun in order. Nobody waits
   * behind an asker whose own places are taken. Undefined after `ms` without one, or once `signal` aborts.
   */
  wait(who: string, ms: number, signal?: AbortSignal): Promise<Release | undefined>
  /** How many of this asker wait. */
  waiting(who: string): number
}

interface Waiter {
  resolve(release: Release | undefined): void
}

export function createPlaces({ inAll, each }: PlacesOptions): Places {
  let taken = 0
  const takenBy = new Map<string, number>()
  /** Of each asker; whose turn was longest ago comes first. */
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
  /** Gives who waits for it a place, if there is one; answers whether there may be one for others. */
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
    // An asker that still waits after its turn is put at the end, and comes again in this very loop.
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
