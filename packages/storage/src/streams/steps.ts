/**
 * Long work in short steps. The event loop serves everybody between two steps: of all who wait for their turn, one goes on in
 * each round of the loop. (Plain `setImmediate` would let all of them go on in the same round.)
 */

const waiting: (() => void)[] = []
let next = 0
let scheduled = false
/** Callers that have had their turn and are still in the list. */
const FORGOTTEN = 1024

/** Resolves in a later round of the event loop, for one caller in each round, in order. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (scheduled) return
    scheduled = true
    setImmediate(goOn)
  })
}

function goOn(): void {
  waiting[next++]?.()
  // What has had its turn is forgotten, also while others always wait.
  if (next === FORGOTTEN) {
    waiting.splice(0, next)
    next = 0
  }
  if (next < waiting.length) {
    setImmediate(goOn)
    return
  }
  waiting.length = 0
  next = 0
  scheduled = false
}

/** Work between two turns, in units of about a microsecond. */
const STEP = 2000

export interface Steps {
  /** Counts work that has been done; waits for a turn once there is enough of it. */
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
