/** Something that goes wrong with the next calls, as tests ask for it. */
export interface Fault {
  /**
   * `busy`: the node answers BUSY. `unreachable`: the call fails with UNAVAILABLE before anything happens (mirror: 503).
   * `slow`: it is handled after `delayMs` (default 1000). `lost`: it is handled, but the answer never arrives.
   */
  readonly kind: 'busy' | 'unreachable' | 'slow' | 'lost'
  /** How many calls it meets; 0 takes it away. */
  readonly calls: number
  /** Which calls: default `transactions`. */
  readonly on?: FaultTarget
  readonly delayMs?: number
}

export type FaultTarget = 'transactions' | 'queries' | 'mirror'

/** The faults that are still to come, one kind for each target. */
export class Faults {
  readonly #pending = new Map<FaultTarget, { fault: Fault; left: number }>()

  set(fault: Fault): void {
    this.#pending.set(fault.on ?? 'transactions', { fault, left: fault.calls })
  }

  /** The fault that meets this call, if any. */
  take(target: FaultTarget): Fault | undefined {
    const pending = this.#pending.get(target)
    if (!pending || pending.left === 0) return undefined
    pending.left--
    return pending.fault
  }
}
