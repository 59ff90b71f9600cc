/**
 * Begins requests for a few milliseconds in each turn of the event loop: thousands of connections may send theirs in
 * the same one, and what they cost together would hold up everything else.
 */

const TURN_MS = 10

/** Begins a request of this address: at once while the turn has time left, else in a later turn. */
export type BeginInTurn = (address: string, begin: () => void) => void

/** Requests that wait begin in the order in which they came; addresses take turns. */
export function createRequestTurns(): BeginInTurn {
  /** By address; the one whose turn is next comes first. */
  const waiting = new Map<string, Set<() => void>>()
  /** When the time of this turn is used; undefined until it has begun a request. */
  let end: number | undefined

  function hasTime(): boolean {
    const now = performance.now()
    if (end === undefined) {
      end = now + TURN_MS
      setImmediate(beginWaiting)
    }
    return now < end
  }

  function beginWaiting(): void {
    end = undefined
    for (const [address, requests] of waiting) {
      if (!hasTime()) return
      const [begin] = requests
      if (begin) requests.delete(begin)
      waiting.delete(address)
      if (requests.size > 0) waiting.set(address, requests)
      begin?.()
    }
  }

  return (address, begin) => {
    if (waiting.size === 0 && hasTime()) return begin()
    const requests = waiting.get(address)
    if (requests) requests.add(begin)
    else waiting.set(address, new Set([begin]))
  }
}
