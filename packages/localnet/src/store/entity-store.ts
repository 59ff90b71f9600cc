import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Cell } from './codecs.ts'
import type { EntityTable } from './entity-tables.ts'

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The consensus timestamp since which a row's version is current; changes of its volatile columns do not count. */
const VERSION_COLUMN = 'modified_at INTEGER NOT NULL'

/** Reads and writes one entity table of the SQLite file, and its history. */
export class EntityStore<V> {
  readonly #db: DatabaseSync
  readonly #table: EntityTable<V>
  readonly #fields: (keyof V & string)[]
  readonly #stable: (keyof V & string)[]
  /**
   * An object with all fields set to null. Copies of it stay small, whereas V8 turns an object that gets its fields by
   * name into a hash table.
   */
  readonly #blank: Partial<V>
  readonly #upsert: StatementSync
  readonly #touch: StatementSync | null
  readonly #delete: StatementSync
  readonly #archive: StatementSync | null
  readonly #select: StatementSync

  constructor(db: DatabaseSync, table: EntityTable<V>) {
    this.#db = db
    this.#table = table
    this.#fields = Object.keys(table.columns) as (keyof V & string)[]
    this.#stable = this.#fields.filter((field) => !table.volatile.includes(field) && !table.key.includes(field))
    this.#blank = JSON.parse(JSON.stringify(Object.fromEntries(this.#fields.map((field) => [field, null]))))
    for (const statement of createStatements(table)) db.exec(statement)
    checkColumns(db, table.name, [...this.#fields.map(snakeCase), 'modified_at'])
    const names = this.#fields.map(snakeCase)
    const key = table.key.map((field) => `${snakeCase(field)} = ?`).join(' AND ')
    const marks = names.map(() => '?').join(', ')
    this.#upsert = db.prepare(
      `INSERT OR REPLACE INTO ${table.name} (${names.join(', ')}, modified_at) VALUES (${marks}, ?)`,
    )
    const touched = table.volatile.map((field) => `${snakeCase(field)} = ?`).join(', ')
    this.#touch = touched ? db.prepare(`UPDATE ${table.name} SET ${touched} WHERE ${key}`) : null
    this.#delete = db.prepare(`DELETE FROM ${table.name} WHERE ${key}`)
    this.#archive = table.history
      ? db.prepare(
          `INSERT OR REPLACE INTO ${table.name}_history (${names.join(', ')}, valid_until) VALUES (${marks}, ?)`,
        )
      : null
    this.#select = db.prepare(`SELECT ${names.join(', ')} FROM ${table.name}`)
    this.#select.setReadBigInts(true)
  }

  /** Says whether two versions differ in more than their volatile fields. */
  differs(before: V, after: V): boolean {
    return this.#stable.some((field) => before[field] !== after[field])
  }

  get keepsHistory(): boolean {
    return this.#archive !== null
  }

  /**
   * Writes the row's current version: all columns, or only the volatile ones if nothing else changed since `before`.
   * `modifiedAt` is when a version ended; undefined if none has. With a history, the row then keeps its time, because
   * the history has no version before it. Without a history, its time is `last`.
   */
  write(before: V | undefined, after: V | undefined, last: bigint, modifiedAt?: bigint): void {
    if (after === undefined) {
      if (before !== undefined) this.#delete.run(...this.#encode(this.#table.key, before))
    } else if (before !== undefined && modifiedAt === undefined && !this.differs(before, after)) {
      if (this.#touch)
        this.#touch.run(...this.#encode(this.#table.volatile, after), ...this.#encode(this.#table.key, after))
      else if (!this.keepsHistory) this.#upsert.run(...this.#encode(this.#fields, after), last)
    } else {
      this.#upsert.run(...this.#encode(this.#fields, after), modifiedAt ?? last)
    }
  }

  /** Adds a past version to the history; it ended at `until` (exclusive). */
  archive(version: V, until: bigint): void {
    this.#archive?.run(...this.#encode(this.#fields, version), until)
  }

  /** Sets a row back to what it was at a consensus time; `row` is undefined if it did not exist then. */
  rewindRow(row: V | undefined, newer: V | undefined, at: bigint): void {
    this.write(newer, undefined, at)
    if (row !== undefined) this.#upsert.run(...this.#encode(this.#fields, row), this.#modifiedBy(row, at))
  }

  /** Forgets the versions that ended after a consensus time. Call it after rewinding the rows. */
  rewindHistory(at: bigint): void {
    if (this.keepsHistory) this.#db.prepare(`DELETE FROM ${this.#table.name}_history WHERE valid_until > ?`).run(at)
  }

  /** When the version began that was current at the consensus time `at`. */
  #modifiedBy(row: V, at: bigint): bigint {
    const { name, key, columns } = this.#table
    const created = 'createdAt' in columns ? BigInt((row as { createdAt: bigint }).createdAt) : at
    if (!this.keepsHistory) return created
    const where = key.map((field) => `${snakeCase(field)} = ?`).join(' AND ')
    const sql = `SELECT max(valid_until) AS began FROM ${name}_history WHERE ${where} AND valid_until <= ?`
    const select = this.#db.prepare(sql)
    select.setReadBigInts(true)
    return (select.get(...this.#encode(key, row), at)?.began as bigint | null) ?? created
  }

  *load(): IterableIterator<V> {
    for (const row of this.#select.iterate()) yield this.decode(row as Record<string, Cell>)
  }

  /** All fields of an entity as text. The text is the same, whether the entity was just made or read from the file. */
  text(entity: V): string {
    const cells = this.#encode(this.#fields, entity)
    return cells
      .map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : String(cell)))
      .join('\0')
  }

  /** The entity in a row that has all columns of its table (or history table). */
  decode(row: Record<string, Cell>): V {
    const entity = { ...this.#blank }
    for (const field of this.#fields) {
      entity[field] = this.#table.columns[field].decode(row[snakeCase(field)] ?? null)
    }
    return entity as V
  }

  #encode(fields: readonly (keyof V & string)[], entity: V): Cell[] {
    return fields.map((field) => this.#table.columns[field].encode(entity[field]))
  }
}

/** Refuses a file whose columns differ from its format's: it must not be misread. */
function checkColumns(db: DatabaseSync, table: string, expected: readonly string[]): void {
  const found = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  const differing = [
    ...expected.filter((name) => !found.includes(name)),
    ...found.filter((name) => !expected.includes(name)),
  ]
  if (differing.length === 0) return
  throw new Error(
    `The ledger's file does not have a released format (${table}.${differing[0]}): use another folder, or delete the file to start over`,
  )
}

function createStatements<V>(table: EntityTable<V>): string[] {
  const columns = (Object.keys(table.columns) as (keyof V & string)[]).map(
    (field) => `${snakeCase(field)} ${table.columns[field].sql}`,
  )
  const key = table.key.map(snakeCase).join(', ')
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${table.name} (${[...columns, VERSION_COLUMN].join(', ')}, PRIMARY KEY (${key})) WITHOUT ROWID`,
    ...table.indexes.map((on, i) => `CREATE INDEX IF NOT EXISTS ${table.name}_by_${i} ON ${table.name} (${on})`),
  ]
  if (!table.history) return statements
  const past = [...columns, 'valid_until INTEGER NOT NULL'].join(', ')
  statements.push(
    `CREATE TABLE IF NOT EXISTS ${table.name}_history (${past}, PRIMARY KEY (${key}, valid_until)) WITHOUT ROWID`,
    ...(table.historyIndexes ?? []).map(
      (on, i) => `CREATE INDEX IF NOT EXISTS ${table.name}_history_by_${i} ON ${table.name}_history (${on})`,
    ),
  )
  return statements
}
