import { randomUUID } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS about (
  one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, mark INTEGER NOT NULL, marked_at INTEGER NOT NULL)`

/** Identifies a ledger's file: copies of it have the same id, and the later one has the higher mark. */
export class About {
  readonly id: string
  readonly #update: StatementSync
  #mark: number
  #markedAt: bigint

  constructor(db: DatabaseSync) {
    db.exec(SCHEMA)
    db.prepare('INSERT OR IGNORE INTO about VALUES (1, ?, 0, 0)').run(randomUUID())
    const select = db.prepare('SELECT id, mark, marked_at FROM about')
    select.setReadBigInts(true)
    const row = select.get() as { id: string; mark: bigint; marked_at: bigint }
    this.id = row.id
    this.#mark = Number(row.mark)
    this.#markedAt = row.marked_at
    this.#update = db.prepare('UPDATE about SET mark = ?, marked_at = ?')
  }

  /**
   * @param last The newest consensus time in the file. If it differs from the last call's, the mark is raised and
   * stored.
   */
  mark(last: bigint): number {
    if (last !== this.#markedAt) {
      this.#update.run(this.#mark + 1, last)
      this.#mark++
      this.#markedAt = last
    }
    return this.#mark
  }
}
