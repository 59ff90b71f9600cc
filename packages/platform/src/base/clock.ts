/** The source of time for everything that expires; tests replace it with one that they move. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** How far ahead of the database's clock it runs, in milliseconds; 0 if absent. Jobs start by the database's. */
  readonly aheadMs?: number
}

/** The system's clock, as far ahead as `aheadMs` says: development moves it with the embedded ledger's. */
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
