/** A bound on what is done at once: in all, and for each of those who ask. */

/** Gives the place back; a second call does nothing. */
export type Release = () => void

export interface PlacesOptions {
  inAll: number
  each: number
  /**
   * How long the turn of an asker that has no place and gave up waiting is kept, until it asks again: meanwhile a place that it would
   * have got stays free. With this, who has no place comes before who has some. Without it, turns are those of who waits now.
   */
  turnKeptMs?: number
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

const NONE = new Set<Waiter>()

export function createPlaces({ inAll, each, turnKeptMs }: PlacesOptions): Places {
  let taken = 0
  const takenBy = new Map<string, number>()
  /** Of each asker; whose turn was longest ago comes first. */
  const waiters = new Map<string, Set<Waiter>>()

  /** Who has no place and asked for one, in order, and until when its turn is kept. */
  const line = new Map<string, number>()

  const lineUp = (who: string, ms: number): void => {
    if (turnKeptMs !== undefined && !takenBy.has(who)) line.set(who, performance.now() + ms + turnKeptMs)
  }
  /** Whether all places that are free are kept for askers before this one. */
  function areKept(who: string): boolean {
    let free = inAll - taken
    for (const [other, until] of line) {
      if (other === who) return false
      if (until < performance.now()) line.delete(other)
      else if (--free === 0) return true
    }
    return false
  }

  const release = (who: string): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken--
      const left = (takenBy.get(who) ?? 1) - 1
      if (left > 0) takenBy.set(who, left)
      else takenBy.delete(who)
      if (waiters.has(who)) lineUp(who, 0)
      admit()
    }
  }
  const take = (who: string): Release | 'own' | 'all' => {
    const own = takenBy.get(who) ?? 0
    if (own >= each) return 'own'
    if (taken >= inAll || areKept(who)) return 'all'
    line.delete(who)
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
    let free = inAll - taken
    for (const [who, until] of line) {
      if (free <= 0) break
      if (until < performance.now()) line.delete(who)
      else free--
      grant(who, waiters.get(who) ?? NONE)
    }
    // An asker that still waits after its turn is put at the end, and comes again in this very loop.
    for (const [who, own] of waiters) if (!grant(who, own)) return
  }
  return {
    take,
    wait(who, ms, signal) {
      const now = take(who)
      if (typeof now !== 'string') return Promise.resolve(now)
      if (signal?.aborted) return Promise.resolve(undefined)
      lineUp(who, ms)
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
