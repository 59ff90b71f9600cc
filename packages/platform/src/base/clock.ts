/** The source of time for everything that expires. Tests replace it with a clock that they move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** How far ahead of the database's clock it runs, in milliseconds. Default: 0. Jobs start by the database's clock. */
  readonly aheadMs?: number
}

/** The system's clock, moved ahead by `aheadMs`. In development it moves together with the embedded ledger's clock. */
export interface MovableClock extends Clock {
  aheadMs: number
}

export const createMovableClock = (aheadMs: number): MovableClock => ({
  aheadMs,
  now() {
    return Date.now() + this.aheadMs
  },
})

export const systemClock: Clock = { now: () => Date.now() }
