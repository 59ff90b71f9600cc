import { NANOS_PER_SECOND } from '../protocol/time.ts'
import type { ConsensusClock } from './clock.ts'

/** The clock may be moved by others, so it is looked at this often while something is waited for. */
const MAX_WAIT_MS = 1000n

/** Rings at a second of the ledger's clock, or somewhat before: who is called looks at the clock, and sets it again. */
export class Alarm {
  readonly #clock: ConsensusClock
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(clock: ConsensusClock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /** Does not keep the process alive. */
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
