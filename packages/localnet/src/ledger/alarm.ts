import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { ConsensusClock } from './clock.ts'

/** Timers are at most this long, because the ledger's clock may be moved meanwhile. */
const MAX_WAIT_MS = 1000n

/**
 * Calls `ring` when the ledger's clock reaches a second, or after one real second if that is sooner. So `ring` must
 * check the clock and set the alarm again.
 */
export class Alarm {
  readonly #clock: ConsensusClock
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(clock: ConsensusClock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /** Sets the alarm, unless it is already set. The timer does not keep the process alive. */
  set(second: bigint | undefined): void {
    if (second === undefined || this.#timer) return
    const left = (second * NANOS_PER_SECOND - this.#clock.now()) / 1_000_000n + 1n
    const wait = left < 1n ? 1n : left
    this.#timer = setTimeout(() => this.#wake(), Number(wait < MAX_WAIT_MS ? wait : MAX_WAIT_MS)).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #wake(): void {
    this.#timer = undefined
    this.#ring()
  }
}
