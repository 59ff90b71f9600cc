import { longZeroNumber, NOWHERE } from '#protocol/ids.ts'
import type { Account, Contract, ContractSlot, Network, Schedule, Token, TokenRelation } from '#state/entities.ts'
import { Journal, type Originals, originalsOf, type Undoable } from '#state/journal.ts'
import type { State } from '#state/state.ts'
import type { Rows, Table } from '#state/table.ts'

/** The part of the state that contracts read and change: the state itself, or a draft of it. */
export interface ContractState {
  readonly journal: Journal
  readonly accounts: Rows<number, Account>
  readonly contracts: Rows<number, Contract>
  readonly contractSlots: Rows<string, ContractSlot>
  readonly network: Rows<number, Network>
  readonly tokens: Rows<number, Token>
  readonly schedules: Rows<number, Schedule>
  accountByAlias(alias: Uint8Array): Account | undefined
  relationsOf(account: number): IteratorObject<TokenRelation>
  newEntity(): number
  /** Runs work on the whole state, including everything changed here. */
  withState<T>(work: (state: State) => T): T
}

/** Changes of a table that nobody else sees. */
class DraftTable<K, V> implements Rows<K, V> {
  readonly #base: Table<K, V>
  readonly #journal: Journal
  readonly #changed = new Map<K, V | undefined>()
  readonly #past = new Map<K, V | undefined>()
  readonly #read = new Map<K, V | undefined>()

  constructor(base: Table<K, V>, journal: Journal) {
    this.#base = base
    this.#journal = journal
  }

  get(key: K): V | undefined {
    if (this.#changed.has(key)) return this.#changed.get(key)
    if (this.#past.has(key)) return this.#past.get(key)
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

  /** Sets what a row was at the draft's moment, unless that is known already. */
  pin(key: K, value: V | undefined): void {
    if (!this.#past.has(key)) this.#past.set(key, value)
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

  /** Makes the changes in the table itself. */
  apply(): void {
    for (const rows of [this.#past, this.#changed])
      for (const [key, value] of rows) {
        if (value === undefined) this.#base.remove(key)
        else this.#base.put(key, value)
      }
  }

  /** Takes over the rows that have changed in the table. */
  follow(originals: Originals): void {
    for (const [key, , after] of this.#base.changed(originals)) this.#set(key, after)
  }

  #set(key: K, value: V | undefined): void {
    this.#journal.note(this, key, this.get(key))
    this.#changed.set(key, value)
  }
}

/**
 * A draft of the state. Its changes are discarded, so work on it may take any time. It is a draft of an earlier state
 * if the rows that changed since are pinned.
 */
export class Draft implements ContractState {
  readonly #state: State
  readonly journal = new Journal()
  readonly #tables = new Map<Undoable, DraftTable<unknown, unknown>>()
  readonly accounts: DraftTable<number, Account>
  readonly contracts: DraftTable<number, Contract>
  readonly contractSlots: DraftTable<string, ContractSlot>
  readonly network: DraftTable<number, Network>
  readonly tokens: DraftTable<number, Token>
  readonly schedules: DraftTable<number, Schedule>
  /** The state's version when work on the whole state began; undefined before that. */
  #version: number | undefined
  #isPinned = false
  /** The numbers of pinned accounts by their EVM addresses. */
  readonly #pastAliases = new Map<string, number>()

  constructor(state: State) {
    this.#state = state
    this.accounts = this.#draftOf(state.accounts)
    this.contracts = this.#draftOf(state.contracts)
    this.contractSlots = this.#draftOf(state.contractSlots)
    this.network = this.#draftOf(state.network)
    this.tokens = this.#draftOf(state.tokens)
    this.schedules = this.#draftOf(state.schedules)
  }

  accountByAlias(alias: Uint8Array): Account | undefined {
    for (const account of this.accounts.changes) if (account?.evmAddress?.equals(alias)) return account
    const past = this.#pastAliases.size === 0 ? undefined : this.#pastAliases.get(Buffer.from(alias).toString('hex'))
    const found = past ?? this.#state.accountByAlias(alias)?.num ?? longZeroOf(alias)
    return this.accounts.get(found)
  }

  relationsOf(account: number): IteratorObject<TokenRelation> {
    if (!this.#isPinned) return this.#state.relationsOf(account)
    return this.withState((state) => [...state.relationsOf(account)].values())
  }

  /** Sets what rows were at the draft's moment. The first value of a row counts. */
  pin(originals: Originals): void {
    this.#isPinned = true
    for (const [table, rows] of originals) {
      const draft = this.#draftOf(table as Table<unknown, unknown>)
      for (const [key, value] of rows) draft.pin(key, value)
      if (table !== this.#state.accounts) continue
      for (const account of rows.values() as Iterable<Account | undefined>) {
        const alias = account?.evmAddress?.toString('hex')
        if (account && alias !== undefined && !this.#pastAliases.has(alias)) this.#pastAliases.set(alias, account.num)
      }
    }
  }

  newEntity(): number {
    const num = this.network.get(0)?.nextEntity ?? 1
    this.network.put(0, { id: 0, nextEntity: num + 1 })
    return num
  }

  /** Applies the draft's changes to the state itself while the work runs, and undoes them afterwards. */
  withState<T>(work: (state: State) => T): T {
    const state = this.#state
    this.#version ??= state.journal.version
    const savepoint = state.journal.savepoint()
    try {
      for (const table of this.#tables.values()) table.apply()
      const changed = state.journal.savepoint()
      const result = work(state)
      const originals = originalsOf(state.journal.since(changed))
      for (const table of originals.keys()) this.#draftOf(table as Table<unknown, unknown>).follow(originals)
      return result
    } finally {
      state.journal.rollback(savepoint)
    }
  }

  /** Whether a part of the state that the draft has read has changed since. */
  get isStale(): boolean {
    if (this.#version !== undefined && this.#version !== this.#state.journal.version) return true
    return [...this.#tables.values()].some(({ isStale }) => isStale)
  }

  #draftOf<K, V>(table: Table<K, V>): DraftTable<K, V> {
    const known = this.#tables.get(table)
    if (known) return known as unknown as DraftTable<K, V>
    const draft = new DraftTable(table, this.journal)
    this.#tables.set(table, draft as unknown as DraftTable<unknown, unknown>)
    return draft
  }
}

const longZeroOf = (alias: Uint8Array): number => longZeroNumber(alias) ?? NOWHERE
