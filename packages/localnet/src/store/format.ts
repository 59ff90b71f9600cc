import type { DatabaseSync } from 'node:sqlite'

/**
 * Takes a file to the next format: the n-th step from format n to n + 1, which SQLite's `user_version` says. A step is
 * never edited once a version that has it was released.
 */
const STEPS: readonly ((db: DatabaseSync) => void)[] = [
  // The first files had no number, and the very first no such column.
  (db) => addColumn(db, { table: 'file', column: 'expiry_before', type: 'INTEGER' }),
]

/**
 * Brings a file to the format of this version, wholly or not at all. A new file has it from its beginning.
 *
 * @throws Error where a newer version wrote the file
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

/** Does nothing if the table does not exist yet: it is created with all of its columns. */
function addColumn(db: DatabaseSync, { table, column, type }: { table: string; column: string; type: string }): void {
  const columns = db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
  if (columns.length > 0 && !columns.includes(column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
}
