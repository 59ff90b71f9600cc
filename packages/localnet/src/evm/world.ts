import type { Code } from './code.ts'
import type { Halt, HaltReason } from './halt.ts'
import type { Log } from './substate.ts'
import type { Address, Word } from './word.ts'

/**
 * The accounts as the interpreter sees them. Savepoints nest: rolling back to one undoes every change made after it.
 */
export interface World {
  /** Whether an account is absent, or has neither nonce, balance nor code (EIP-161). */
  isDead(address: Address): boolean
  balance(address: Address): bigint
  nonce(address: Address): bigint
  /** The program at an address. Some addresses have a program only for certain calls, so a call passes its `input`. */
  code(address: Address, input?: Uint8Array): Code
  storage(address: Address, slot: Word): Word
  setStorage(address: Address, slot: Word, value: Word): void
  /**
   * Moves value. The sender's balance must suffice.
   *
   * @returns the reason if it is refused
   */
  transfer(from: Address, to: Address, value: bigint): Halt | undefined
  /** Removes the balance of a contract that destroys itself and is its own beneficiary. */
  burn(address: Address): void
  increaseNonce(address: Address): void
  /**
   * Whether no contract can be created here, because there is one, or the address has a nonce or storage (EIP-7610).
   */
  isTaken(address: Address): boolean
  /** Makes an account without code. The address may already have a balance. */
  create(address: Address, creator: Address, initCode: Uint8Array): Halt | undefined
  setCode(address: Address, bytes: Uint8Array): void
  /** Removes an account at the end of the transaction. */
  destroy(address: Address): void
  savepoint(): number
  rollback(savepoint: number): void
}

/** The block that a program sees. */
export interface Block {
  readonly number: number
  /** Seconds. */
  readonly timestamp: number
  readonly gasLimit: Word
  readonly baseFee: Word
  readonly blobBaseFee: Word
  readonly coinbase: Address
  readonly prevRandao: Word
  readonly chainId: Word
  /** The hash of an earlier block; 0 if it is unknown. */
  hashOf(number: number): Word
}

/** The transaction that a program sees. */
export interface Sender {
  readonly origin: Address
  readonly gasPrice: Word
  readonly blobHashes: readonly Word[]
}

/** A contract that is part of the ledger. */
export interface Precompile {
  gas(input: Uint8Array): number
  /** @returns undefined if it fails, which costs all gas */
  run(input: Uint8Array): Uint8Array | undefined
}

/** A call of a contract, or the creation of one. */
export interface Message {
  readonly kind: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2'
  readonly caller: Address
  /** The account whose storage and balance the program uses. */
  readonly self: Address
  /** The account whose program runs. */
  readonly codeAddress: Address
  readonly code: Code
  /** The result of CALLVALUE. A DELEGATECALL keeps its caller's, so it may differ from `transferred`. */
  readonly value: bigint
  /** The value that moves from the caller to `self`. */
  readonly transferred: bigint
  readonly input: Uint8Array
  readonly gas: number
  readonly isStatic: boolean
  /** The number of enclosing calls. */
  readonly depth: number
  /** Where in the caller's memory the output goes. */
  readonly outputAt: number
  readonly outputSize: number
}

/** How a system contract ends a call. */
export interface SystemOutcome {
  readonly status: 'success' | 'revert' | HaltReason
  /** The gas that the call costs. */
  readonly gas: number
  readonly output: Uint8Array
}

/** A call of a system contract. */
export interface SystemMessage {
  readonly message: Message
  /** Whether the calling program runs in the context of another account (DELEGATECALL, CALLCODE). */
  readonly isFromDelegate: boolean
  /** Writes an event. */
  log(log: Log): void
}

/** A contract that is built into the ledger, and reads and changes its state. Value sent to it does not move. */
export type SystemContract = (call: SystemMessage) => SystemOutcome

/** The rules that differ between ledgers. */
export interface Rules {
  readonly precompiles: ReadonlyMap<Address, Precompile>
  readonly systemContracts: ReadonlyMap<Address, SystemContract>
  /** The gas, in addition to Ethereum's, that a call pays for sending value to an account. */
  transferGas(to: Address): number
  /** The reason why a contract may not destroy itself in favour of another account; undefined if it may. */
  refusesDestruction(contract: Address, beneficiary: Address): Halt | undefined
}
