import type { Journal, Originals } from './journal.ts'

/** Called for each change of a row, also when a change is undone: it keeps an index in step with the table. */
export type Follower<K, V> = (key: K, before: V | undefined, after: V | undefined) => void

/** The part of a table, or of a draft of a table, that rules use. */
export interface Rows<K, V> {
  get(key: K): V | undefined
  put(key: K, value: V): void
  remove(key: K): void
}

/** Rows by key. Rows are immutable: a change puts a new value, and undoing it puts the old value back. */
export class Table<K, V> implements Rows<K, V> {
  readonly name: string
  readonly #rows = new Map<K, V>()
  readonly #journal: Journal
  readonly #follower: Follower<K, V> | undefined

  constructor(name: string, journal: Journal, follower?: Follower<K, V>) {
    this.name = name
    this.#journal = journal
    this.#follower = follower
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: K): V | undefined {
    return this.#rows.get(key)
  }

  put(key: K, value: V): void {
    const before = this.#rows.get(key)
    this.#journal.note(this, key, before)
    this.#set(key, before, value)
  }

  remove(key: K): void {
    const before = this.#rows.get(key)
    if (before === undefined) return
    this.#journal.note(this, key, before)
    this.#set(key, before, undefined)
  }

  undo(key: K, before: V | undefined): void {
    this.#set(key, this.#rows.get(key), before)
  }

  /** Sets a row that is on disk already; the journal does not note it. */
  load(key: K, value: V): void {
    this.#set(key, undefined, value)
  }

  /** A copy of the table. Rows are immutable, so only the references are copied. */
  copy(): ReadonlyMap<K, V> {
    return new Map(this.#rows)
  }

  /** Sets the rows back to a copy. */
  reset(rows: ReadonlyMap<K, V>): void {
    for (const key of this.#rows.keys()) if (!rows.has(key)) this.remove(key)
    for (const [key, value] of rows) if (this.#rows.get(key) !== value) this.put(key, value)
  }

  values(): IterableIterator<V> {
    return this.#rows.values()
  }

  /** This table's rows in `originals`: key, value before, and value now. */
  *changed(originals: Originals): IterableIterator<[K, V | undefined, V | undefined]> {
    const rows = originals.get(this) as ReadonlyMap<K, V | undefined> | undefined
    if (rows) for (const [key, before] of rows) yield [key, before, this.#rows.get(key)]
  }

  #set(key: K, before: V | undefined, after: V | undefined): void {
    if (after === undefined) this.#rows.delete(key)
    else this.#rows.set(key, after)
    this.#follower?.(key, before, after)
  }
}
