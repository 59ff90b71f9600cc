import type { Address, Word } from './word.ts'

/** An event of a contract. */
export interface Log {
  readonly address: Address
  readonly topics: readonly Word[]
  readonly data: Uint8Array
}

/** State that lives for one transaction: warm accounts and slots, transient storage, logs, refund. */
export class Substate {
  readonly #addresses = new Set<Address>()
  readonly #slots = new Map<Address, Set<Word>>()
  readonly #transient = new Map<Address, Map<Word, Word>>()
  readonly #originals = new Map<Address, Map<Word, Word>>()
  /** Contracts created in this transaction. */
  readonly created = new Set<Address>()
  /** Contracts to remove at the end of the transaction. */
  readonly destroyed = new Set<Address>()
  readonly logs: Log[] = []
  refund = 0
  readonly #undo: (() => void)[] = []

  savepoint(): number {
    return this.#undo.length
  }

  rollback(savepoint: number): void {
    while (this.#undo.length > savepoint) this.#undo.pop()?.()
  }

  /** Makes an account warm; returns whether it was already (EIP-2929). */
  touch(address: Address): boolean {
    return this.#join(this.#addresses, address)
  }

  touchSlot(address: Address, slot: Word): boolean {
    const slots = this.#slots.get(address) ?? new Set()
    this.#slots.set(address, slots)
    return this.#join(slots, slot)
  }

  transient(address: Address, slot: Word): Word {
    return this.#transient.get(address)?.get(slot) ?? 0
  }

  setTransient(address: Address, slot: Word, value: Word): void {
    const slots = this.#transient.get(address) ?? new Map<Word, Word>()
    this.#transient.set(address, slots)
    const before = slots.get(slot) ?? 0
    slots.set(slot, value)
    this.#undo.push(() => slots.set(slot, before))
  }

  /** The value of a slot before the transaction. `current` is the slot's value now, before this change. */
  original(address: Address, slot: Word, current: Word): Word {
    const slots = this.#originals.get(address) ?? new Map<Word, Word>()
    this.#originals.set(address, slots)
    const known = slots.get(slot)
    if (known !== undefined) return known
    slots.set(slot, current)
    return current
  }

  addRefund(gas: number): void {
    this.refund += gas
    this.#undo.push(() => {
      this.refund -= gas
    })
  }

  addLog(log: Log): void {
    this.logs.push(log)
    this.#undo.push(() => this.logs.pop())
  }

  addCreated(address: Address): void {
    this.#join(this.created, address)
  }

  addDestroyed(address: Address): void {
    this.#join(this.destroyed, address)
  }

  #join<T>(set: Set<T>, value: T): boolean {
    if (set.has(value)) return true
    set.add(value)
    this.#undo.push(() => set.delete(value))
    return false
  }
}
