import { randomUUID } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS about (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, mark INTEGER NOT NULL)`

/** What tells a ledger's file from others: copies of it have the same id, and the later one has the higher mark. */
export class About {
  readonly id: string
  readonly #update: StatementSync
  #mark: number

  constructor(db: DatabaseSync) {
    db.exec(SCHEMA)
    db.prepare('INSERT OR IGNORE INTO about VALUES (1, ?, 0)').run(randomUUID())
    const { id, mark } = db.prepare('SELECT id, mark FROM about').get() as { id: string; mark: number }
    this.id = id
    this.#mark = mark
    this.#update = db.prepare('UPDATE about SET mark = ?')
  }

  get mark(): number {
    return this.#mark
  }

  /** Durable when it returns. */
  raiseMark(): void {
    this.#update.run(this.#mark + 1)
    this.#mark++
  }
}
