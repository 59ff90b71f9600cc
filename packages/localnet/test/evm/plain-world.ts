import { type Code, codeOf, NO_CODE } from '#evm/code.ts'
import type { Address, Word } from '#evm/word.ts'
import type { World } from '#evm/world.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import { rlp, trieRoot } from './trie.ts'

export interface PlainAccount {
  nonce: bigint
  balance: bigint
  code: Code
  readonly storage: Map<Word, Word>
}

/** Ethereum's accounts in memory, to judge the interpreter by Ethereum's own tests. */
export class PlainWorld implements World {
  readonly accounts = new Map<Address, PlainAccount>()
  readonly #undo: (() => void)[] = []
  /** Accounts that were changed. At the end of a transaction, the dead ones are removed (EIP-161). */
  readonly touched = new Set<Address>()

  account(address: Address): PlainAccount | undefined {
    return this.accounts.get(address)
  }

  isDead(address: Address): boolean {
    const account = this.accounts.get(address)
    return !account || (account.nonce === 0n && account.balance === 0n && account.code.bytes.length === 0)
  }

  balance(address: Address): bigint {
    return this.accounts.get(address)?.balance ?? 0n
  }

  nonce(address: Address): bigint {
    return this.accounts.get(address)?.nonce ?? 0n
  }

  code(address: Address): Code {
    return this.accounts.get(address)?.code ?? NO_CODE
  }

  storage(address: Address, slot: Word): Word {
    return this.accounts.get(address)?.storage.get(slot) ?? 0
  }

  setStorage(address: Address, slot: Word, value: Word): void {
    const { storage } = this.need(address)
    const before = storage.get(slot) ?? 0
    this.#undo.push(() => setSlot(storage, slot, before))
    setSlot(storage, slot, value)
  }

  transfer(from: Address, to: Address, value: bigint): undefined {
    this.add(from, -value)
    this.add(to, value)
  }

  add(address: Address, value: bigint): void {
    const account = this.need(address)
    account.balance += value
    this.#undo.push(() => {
      account.balance -= value
    })
  }

  burn(address: Address): void {
    this.add(address, -this.balance(address))
  }

  increaseNonce(address: Address): void {
    const account = this.need(address)
    account.nonce += 1n
    this.#undo.push(() => {
      account.nonce -= 1n
    })
  }

  isTaken(address: Address): boolean {
    const account = this.accounts.get(address)
    return account !== undefined && (account.nonce > 0n || account.code.bytes.length > 0 || account.storage.size > 0)
  }

  create(address: Address): undefined {
    this.increaseNonce(address)
  }

  setCode(address: Address, bytes: Uint8Array): void {
    const account = this.need(address)
    const before = account.code
    account.code = codeOf(bytes)
    this.#undo.push(() => {
      account.code = before
    })
  }

  destroy(address: Address): void {
    this.accounts.delete(address)
  }

  savepoint(): number {
    return this.#undo.length
  }

  rollback(savepoint: number): void {
    while (this.#undo.length > savepoint) this.#undo.pop()?.()
  }

  need(address: Address): PlainAccount {
    this.touched.add(address)
    const known = this.accounts.get(address)
    if (known) return known
    const made = { nonce: 0n, balance: 0n, code: NO_CODE, storage: new Map<Word, Word>() }
    this.accounts.set(address, made)
    return made
  }

  removeDead(): void {
    for (const address of this.touched) if (this.isDead(address)) this.accounts.delete(address)
  }

  /** The root of Ethereum's state trie. */
  root(): Buffer {
    const entries = [...this.accounts].map(([address, { nonce, balance, code, storage }]) => {
      const slots = [...storage].map(
        ([slot, value]) =>
          [keccak(Buffer.from(slot.toString(16).padStart(64, '0'), 'hex')), rlp(BigInt(value))] as const,
      )
      return [keccak(Buffer.from(address, 'hex')), rlp([nonce, balance, trieRoot(slots), code.hash])] as const
    })
    return trieRoot(entries)
  }
}

function setSlot(storage: Map<Word, Word>, slot: Word, value: Word): void {
  if (value === 0) storage.delete(slot)
  else storage.set(slot, value)
}
