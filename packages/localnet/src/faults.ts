/** A fault that a test sets for the next calls. */
export interface Fault {
  /**
   * `busy`: the node answers BUSY. `unreachable`: the call fails with UNAVAILABLE before anything happens (mirror:
   * 503). `slow`: the call is handled after `delayMs` (default 1000). `lost`: the call is handled, but the answer never
   * arrives.
   */
  readonly kind: 'busy' | 'unreachable' | 'slow' | 'lost'
  /** How many calls the fault affects; 0 removes the fault. */
  readonly calls: number
  /** Which calls the fault affects: default `transactions`. */
  readonly on?: FaultTarget
  readonly delayMs?: number
  /** The id of the only node whose calls the fault affects; default: all nodes. */
  readonly node?: number
}

export type FaultTarget = 'transactions' | 'queries' | 'mirror'

/** A fault that still affects calls; `calls` is the number of calls left. */
export type PendingFault = Fault & Required<Pick<Fault, 'on'>>

/** The faults that are set, at most one for each target. */
export class Faults {
  readonly #pending = new Map<FaultTarget, { fault: Fault; left: number }>()

  set(fault: Fault): void {
    this.#pending.set(fault.on ?? 'transactions', { fault, left: fault.calls })
  }

  /** The faults that still affect calls. */
  pending(): PendingFault[] {
    return [...this.#pending].flatMap(([on, { fault, left }]) => (left > 0 ? [{ ...fault, on, calls: left }] : []))
  }

  /** Returns the fault that affects this call, if any, and counts the call. */
  take(target: FaultTarget, node?: number): Fault | undefined {
    const pending = this.#pending.get(target)
    if (!pending || pending.left === 0) return undefined
    if (node !== undefined && (pending.fault.node ?? node) !== node) return undefined
    pending.left--
    return pending.fault
  }
}
