/**
 * Why a call frame ended exceptionally: it loses all of its gas, and its changes are undone. The names are those that
 * the network's results have (`errorMessage`).
 */
export type HaltReason =
  | 'ADDRESS_COLLISION'
  | 'CODE_TOO_LARGE'
  | 'CONTRACT_IS_TREASURY'
  | 'CONTRACT_STILL_OWNS_NFTS'
  | 'ILLEGAL_STATE_CHANGE'
  | 'INSUFFICIENT_GAS'
  | 'INSUFFICIENT_STACK_ITEMS'
  | 'INVALID_ALIAS_KEY'
  | 'INVALID_CODE'
  | 'INVALID_CONTRACT_ID'
  | 'INVALID_FEE_SUBMITTED'
  | 'INVALID_JUMP_DESTINATION'
  | 'INVALID_OPERATION'
  | 'INVALID_RETURN_DATA_BUFFER_ACCESS'
  | 'INVALID_SIGNATURE'
  | 'INVALID_SOLIDITY_ADDRESS'
  | 'ERROR_DECODING_PRECOMPILE_INPUT'
  | 'MAX_CHILD_RECORDS_EXCEEDED'
  | 'NOT_SUPPORTED'
  | 'PRECOMPILE_ERROR'
  | 'SELF_DESTRUCT_TO_SELF'
  | 'TOO_MANY_STACK_ITEMS'
  | 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED'

/** Thrown by instructions to end their frame. */
export class Halt extends Error {
  readonly reason: HaltReason
  /** Whether it also ends the frame that made the call. */
  readonly endsCaller: boolean

  constructor(reason: HaltReason, endsCaller = false) {
    super(reason)
    this.name = 'Halt'
    this.reason = reason
    this.endsCaller = endsCaller
  }
}

// One object each, because a stack trace for every failed call would cost more than the call.
export const OUT_OF_GAS: Halt = new Halt('INSUFFICIENT_GAS')
export const STATIC_VIOLATION: Halt = new Halt('ILLEGAL_STATE_CHANGE')
export const BAD_JUMP: Halt = new Halt('INVALID_JUMP_DESTINATION')
export const INVALID_OPERATION: Halt = new Halt('INVALID_OPERATION')
export const OUT_OF_BOUNDS: Halt = new Halt('INVALID_RETURN_DATA_BUFFER_ACCESS')
export const UNDERFLOW: Halt = new Halt('INSUFFICIENT_STACK_ITEMS')
export const OVERFLOW: Halt = new Halt('TOO_MANY_STACK_ITEMS')
