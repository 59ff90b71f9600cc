/** One change of one row, with the value before, so that it can be undone. */
export interface Change {
  readonly table: Undoable
  readonly key: unknown
  readonly before: unknown
}

/** The part of a table that the journal uses. */
export interface Undoable {
  get(key: unknown): unknown
  undo(key: unknown, before: unknown): void
}

/**
 * All changes since the last commit, in order. A savepoint is a position in it, so savepoints nest freely:
 * rolling back to one takes back everything after it.
 */
export class Journal {
  #changes: Change[] = []
  #version = 0

  /** The number of all changes so far, without those that were undone. */
  get version(): number {
    return this.#version
  }

  note(table: Undoable, key: unknown, before: unknown): void {
    this.#changes.push({ table, key, before })
    this.#version++
  }

  savepoint(): number {
    return this.#changes.length
  }

  rollback(savepoint: number): void {
    for (let i = this.#changes.length - 1; i >= savepoint; i--) {
      const change = this.#changes[i]
      change?.table.undo(change.key, change.before)
    }
    this.#version -= this.#changes.length - savepoint
    this.#changes.length = savepoint
  }

  since(savepoint: number): readonly Change[] {
    return savepoint === 0 ? this.#changes : this.#changes.slice(savepoint)
  }

  /** Forgets the changes, because they are on disk. */
  clear(): void {
    this.#changes = []
  }
}

/** The rows that were changed, by table and key, as they are now. */
export function rowsOf(changes: readonly Change[]): Originals {
  return originalsOf(changes.map(({ table, key }) => ({ table, key, before: table.get(key) })))
}

/** The rows that changed, by table and key, each with its value before the first change. */
export type Originals = ReadonlyMap<Undoable, ReadonlyMap<unknown, unknown>>

export function originalsOf(changes: readonly Change[]): Originals {
  const originals = new Map<Undoable, Map<unknown, unknown>>()
  for (const { table, key, before } of changes) {
    const rows = originals.get(table)
    if (!rows) originals.set(table, new Map([[key, before]]))
    else if (!rows.has(key)) rows.set(key, before)
  }
  return originals
}
