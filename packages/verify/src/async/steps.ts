/**
 * Splits long work into short steps, so that the event loop can serve others in between. Only one of the waiting
 * callers continues in each round of the loop. (With plain `setImmediate` all of them would continue in the same
 * round.)
 */

const waiting: (() => void)[] = []
let next = 0
let scheduled = false
/** Browsers have no `setImmediate`. */
const later: (run: () => void) => unknown = globalThis.setImmediate ?? ((run: () => void) => setTimeout(run, 0))
/** Finished callers are removed from the list once there are this many. */
const FORGOTTEN = 1024

/** Resolves in a later round of the event loop: one caller per round, in the order of calls. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (scheduled) return
    scheduled = true
    later(goOn)
  })
}

function goOn(): void {
  waiting[next++]?.()
  // Removes finished callers even if new ones are always waiting.
  if (next === FORGOTTEN) {
    waiting.splice(0, next)
    next = 0
  }
  if (next < waiting.length) {
    later(goOn)
    return
  }
  waiting.length = 0
  next = 0
  scheduled = false
}

/** Units of work between two turns; a unit is about a microsecond. */
const STEP = 2000

export interface Steps {
  /**
   * Counts finished work. After every `STEP` units, returns a promise to await, which resolves in a later turn;
   * otherwise undefined.
   */
  done(units: number): Promise<void> | undefined
}

/** Counts the work of one request or job. */
export function createSteps(): Steps {
  let since = 0
  return {
    done(units) {
      since += units
      if (since < STEP) return undefined
      since = 0
      return turn()
    },
  }
}
