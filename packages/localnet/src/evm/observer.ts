import type { HaltReason } from './halt.ts'
import type { Address } from './word.ts'
import type { Message } from './world.ts'

/** How a call ended. */
export interface Outcome {
  readonly status: 'success' | 'revert' | HaltReason
  /** The gas that is left. */
  readonly gas: number
  readonly output: Uint8Array
}

/** The call that makes another one. */
export interface Calling {
  readonly message: Message
  /** The gas that it keeps. */
  readonly gas: number
}

/** Learns of the calls of a run. They nest: the call that was entered last is left first. */
export interface Observer {
  /** A call or creation begins. `caller` is undefined for the outermost. */
  entered(message: Message, caller: Calling | undefined): void
  left(message: Message, outcome: Outcome): void
  /** The contract of the innermost call destroys itself, and its balance goes to the beneficiary. */
  destroyed(beneficiary: Address, balance: bigint): void
}
