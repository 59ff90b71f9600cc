/** Why a call frame ended exceptionally: it loses all of its gas, and its changes are undone. */
export type HaltReason =
  | 'INSUFFICIENT_GAS'
  | 'INVALID_OPERATION'
  | 'BAD_JUMP_DESTINATION'
  | 'STACK_UNDERFLOW'
  | 'STACK_OVERFLOW'
  | 'ILLEGAL_STATE_CHANGE'
  | 'OUT_OF_BOUNDS'
  | 'CODE_TOO_LARGE'
  | 'INVALID_CODE'
  | 'ADDRESS_COLLISION'
  | 'PRECOMPILE_ERROR'
  | 'INVALID_SIGNATURE'
  | 'INVALID_SOLIDITY_ADDRESS'
  | 'INVALID_CONTRACT_ID'
  | 'SELF_DESTRUCT_TO_SELF'
  | 'MAX_ENTITIES_IN_PRICE_REGIME_HAVE_BEEN_CREATED'

/** Thrown by instructions to end their frame. */
export class Halt extends Error {
  readonly reason: HaltReason

  constructor(reason: HaltReason) {
    super(reason)
    this.name = 'Halt'
    this.reason = reason
  }
}

// One object each, because a stack trace for every failed call would cost more than the call.
export const OUT_OF_GAS: Halt = new Halt('INSUFFICIENT_GAS')
export const STATIC_VIOLATION: Halt = new Halt('ILLEGAL_STATE_CHANGE')
export const BAD_JUMP: Halt = new Halt('BAD_JUMP_DESTINATION')
export const INVALID_OPERATION: Halt = new Halt('INVALID_OPERATION')
export const OUT_OF_BOUNDS: Halt = new Halt('OUT_OF_BOUNDS')
export const UNDERFLOW: Halt = new Halt('STACK_UNDERFLOW')
export const OVERFLOW: Halt = new Halt('STACK_OVERFLOW')
