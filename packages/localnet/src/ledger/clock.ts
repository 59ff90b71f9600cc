/** Where time comes from: nanoseconds since the epoch. */
export interface Clock {
  now(): bigint
}

export const systemClock: Clock = { now: () => BigInt(Date.now()) * 1_000_000n }

/** Consecutive consensus timestamps are at least this far apart, so that child transactions fit in between. */
const STEP_NANOS = 1_000n

/** How many of those nanoseconds are kept for transactions that come before the one that causes them. */
const PRECEDING_NANOS = 500n

/** The ledger's time: a clock that can be moved ahead, and strictly increasing consensus timestamps taken from it. */
export class ConsensusClock {
  readonly #source: Clock
  #offset = 0n
  #last: bigint
  #preceding = 0n

  constructor(source: Clock, last: bigint) {
    this.#source = source
    this.#last = last
  }

  now(): bigint {
    return this.#source.now() + this.#offset
  }

  advance(nanos: bigint): void {
    this.#offset += nanos
  }

  /** How far the clock was moved. */
  get offset(): bigint {
    return this.#offset
  }

  /** Goes back to a newest timestamp, and to how far the clock was moved then. */
  rewind(last: bigint, offset: bigint): void {
    this.#last = last
    this.#offset = offset
  }

  /** The timestamp of the next transaction. */
  next(): bigint {
    const now = this.now()
    this.#last = now > this.#last + STEP_NANOS ? now : this.#last + STEP_NANOS
    this.#preceding = this.#last - PRECEDING_NANOS
    return this.#last
  }

  /** The timestamp of a transaction that the last one contains or causes: the nanosecond after it. */
  following(): bigint {
    this.#last += 1n
    this.#preceding = this.#last
    return this.#last
  }

  /**
   * The timestamp of a transaction that the last one causes before itself. Behind one that is in a batch or scheduled
   * there is no room: then it is the nanosecond after it.
   */
  preceding(): bigint {
    if (this.#preceding + 1n >= this.#last) return this.following()
    this.#preceding += 1n
    return this.#preceding
  }

  /** The newest consensus timestamp given out. */
  get last(): bigint {
    return this.#last
  }
}
