import type { Code } from './code.ts'
import type { Halt } from './halt.ts'
import type { Address, Word } from './word.ts'

/**
 * The accounts as the interpreter sees them. Changes are made on savepoints, which nest: rolling back to one undoes
 * everything after it.
 */
export interface World {
  /** Whether an account is absent, or has neither nonce, balance nor code (EIP-161). */
  isDead(address: Address): boolean
  balance(address: Address): bigint
  nonce(address: Address): bigint
  code(address: Address): Code
  storage(address: Address, slot: Word): Word
  setStorage(address: Address, slot: Word, value: Word): void
  /**
   * Moves value. The sender has it.
   *
   * @returns the reason if it is refused
   */
  transfer(from: Address, to: Address, value: bigint): Halt | undefined
  /** Takes the balance of a contract that destroys itself in favour of itself. */
  burn(address: Address): void
  increaseNonce(address: Address): void
  /** Whether a contract cannot be created here: there is one, or something with a nonce or storage (EIP-7610). */
  isTaken(address: Address): boolean
  /** Makes an account without code; one with a balance may be there already. */
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

/** The rules in which ledgers differ. */
export interface Rules {
  readonly precompiles: ReadonlyMap<Address, Precompile>
  /** The gas that a call pays for value sent to an account, beyond Ethereum's. */
  transferGas(to: Address): number
  /** The reason why a contract may not destroy itself in favour of another account. */
  refusesDestruction(contract: Address, beneficiary: Address): Halt | undefined
}
