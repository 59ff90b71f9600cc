import { NANOS_PER_SECOND } from '#protocol/time.ts'

/** A source of time: nanoseconds since the epoch. */
export interface Clock {
  now(): bigint
}

export const systemClock: Clock = { now: () => BigInt(Date.now()) * 1_000_000n }

/** Consecutive consensus timestamps are at least this far apart, so that child transactions fit in between. */
const STEP_NANOS = 1_000n

/** How many of these nanoseconds are kept for child transactions that precede their parent. */
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

  /** The time of the source, which is never moved. */
  get unmoved(): bigint {
    return this.#source.now()
  }

  advance(nanos: bigint): void {
    this.#offset += nanos
  }

  /** How far the clock was moved. */
  get offset(): bigint {
    return this.#offset
  }

  /** Sets the newest timestamp and the clock's offset back to what they were. */
  rewind(last: bigint, offset: bigint): void {
    this.#last = last
    this.#offset = offset
  }

  /**
   * The timestamp of the next transaction. Its children have timestamps in the same second, and nothing depends on
   * smaller units. So a batch ends as in its rehearsal.
   */
  next(): bigint {
    const now = this.now()
    const earliest = now > this.#last + STEP_NANOS ? now : this.#last + STEP_NANOS
    const left = NANOS_PER_SECOND - (earliest % NANOS_PER_SECOND)
    this.#last = left < STEP_NANOS ? earliest + left : earliest
    this.#preceding = this.#last - PRECEDING_NANOS
    return this.#last
  }

  /**
   * The timestamp of a child that follows the last transaction, or of a transaction in its batch: the next nanosecond.
   */
  following(): bigint {
    this.#last += 1n
    this.#preceding = this.#last
    return this.#last
  }

  /**
   * The timestamp of a child that precedes the last transaction. A transaction of a batch or a schedule has no room
   * before it: the child then gets the nanosecond after it.
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
