import { longZeroNumber, NOWHERE } from '#protocol/ids.ts'
import type { Account, Contract, ContractSlot, Network, TokenRelation } from '#state/entities.ts'
import { Journal } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { Rows } from '#state/table.ts'

/** The part of the state that contracts read and change: the state itself, or a draft of it. */
export interface ContractState {
  readonly journal: Journal
  readonly accounts: Rows<number, Account>
  readonly contracts: Rows<number, Contract>
  readonly contractSlots: Rows<string, ContractSlot>
  readonly network: Rows<number, Network>
  accountByAlias(alias: Uint8Array): Account | undefined
  relationsOf(account: number): IteratorObject<TokenRelation>
  newEntity(): number
}

/** Changes of a table that nobody else sees. */
class DraftTable<K, V> implements Rows<K, V> {
  readonly #base: Rows<K, V>
  readonly #journal: Journal
  readonly #changed = new Map<K, V | undefined>()
  readonly #read = new Map<K, V | undefined>()

  constructor(base: Rows<K, V>, journal: Journal) {
    this.#base = base
    this.#journal = journal
  }

  get(key: K): V | undefined {
    if (this.#changed.has(key)) return this.#changed.get(key)
    const value = this.#base.get(key)
    this.#read.set(key, value)
    return value
  }

  put(key: K, value: V): void {
    this.#set(key, value)
  }

  remove(key: K): void {
    this.#set(key, undefined)
  }

  undo(key: K, before: V | undefined): void {
    this.#changed.set(key, before)
  }

  /** Whether a row that was read has changed since. */
  get isStale(): boolean {
    for (const [key, value] of this.#read) if (this.#base.get(key) !== value) return true
    return false
  }

  /** The rows that are new or changed. */
  get changes(): Iterable<V | undefined> {
    return this.#changed.values()
  }

  #set(key: K, value: V | undefined): void {
    this.#journal.note(this, key, this.get(key))
    this.#changed.set(key, value)
  }
}

/** A draft of the state. Its changes are discarded, so work on it may take any time. */
export class Draft implements ContractState {
  readonly #state: State
  readonly journal = new Journal()
  readonly accounts: DraftTable<number, Account>
  readonly contracts: DraftTable<number, Contract>
  readonly contractSlots: DraftTable<string, ContractSlot>
  readonly network: DraftTable<number, Network>

  constructor(state: State) {
    this.#state = state
    this.accounts = new DraftTable(state.accounts, this.journal)
    this.contracts = new DraftTable(state.contracts, this.journal)
    this.contractSlots = new DraftTable(state.contractSlots, this.journal)
    this.network = new DraftTable(state.network, this.journal)
  }

  accountByAlias(alias: Uint8Array): Account | undefined {
    for (const account of this.accounts.changes) if (account?.evmAddress?.equals(alias)) return account
    const found = this.#state.accountByAlias(alias)?.num ?? longZeroOf(alias)
    return this.accounts.get(found)
  }

  relationsOf(account: number): IteratorObject<TokenRelation> {
    return this.#state.relationsOf(account)
  }

  newEntity(): number {
    const num = this.network.get(0)?.nextEntity ?? 1
    this.network.put(0, { id: 0, nextEntity: num + 1 })
    return num
  }

  /** Whether a part of the state that the draft has read has changed since. */
  get isStale(): boolean {
    const tables = [this.accounts, this.contracts, this.contractSlots, this.network]
    return tables.some(({ isStale }) => isStale)
  }
}

const longZeroOf = (alias: Uint8Array): number => longZeroNumber(alias) ?? NOWHERE
