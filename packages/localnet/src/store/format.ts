import type { DatabaseSync } from 'node:sqlite'

/**
 * Step n takes a file from format n to n + 1. SQLite's `user_version` is the file's format. A released step is never
 * edited.
 */
const STEPS: readonly ((db: DatabaseSync) => void)[] = [
  // The first files had no format number, and the oldest of them lack this column.
  (db) => addColumn(db, { table: 'file', column: 'expiry_before', type: 'INTEGER' }),
  (db) => {
    addColumn(db, { table: 'schedule', column: 'id_account', type: 'INTEGER NOT NULL DEFAULT 0' })
    addColumn(db, { table: 'schedule', column: 'nonce', type: 'INTEGER NOT NULL DEFAULT 0' })
    if (hasTable(db, 'schedule')) db.exec('UPDATE schedule SET id_account = creator')
  },
]

/**
 * Brings a file to the format of this version, completely or not at all. A new file already has it.
 *
 * @throws Error if a newer version wrote the file
 */
export function migrate(db: DatabaseSync): void {
  const { user_version: found } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > STEPS.length)
    throw new Error(
      `The ledger's file has format ${found}, and this version knows formats up to ${STEPS.length}: start the newer version that wrote it, or restore a copy from before`,
    )
  if (found === STEPS.length) return
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const step of STEPS.slice(found)) step(db)
    db.exec(`PRAGMA user_version = ${STEPS.length}; COMMIT`)
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

const hasTable = (db: DatabaseSync, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined

/** Does nothing if the table does not exist yet: it is created with all of its columns. */
function addColumn(db: DatabaseSync, { table, column, type }: { table: string; column: string; type: string }): void {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
  if (columns.length > 0 && !columns.includes(column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
}
