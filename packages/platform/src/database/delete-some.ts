import { type RawBuilder, sql } from 'kysely'
import type { Change, Database } from './database.ts'

/** A larger number would hold locks, and the embedded database's only session, too long. */
export const ROWS_DELETED_AT_ONCE = 1000

/**
 * Deletes at most `most` rows that meet a condition, but not rows that another change has locked. Returns how many were
 * deleted.
 */
export async function deleteSome<Tables>(
  trx: Change<Tables>,
  table: string,
  condition: RawBuilder<unknown>,
  most: number = ROWS_DELETED_AT_ONCE,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${condition} limit ${most} for update skip locked))`.execute(trx)
  return Number(numAffectedRows)
}

/** Deletes all rows that meet a condition, in several short changes, so that other work does not wait long. */
export async function deleteAll<Tables>(
  database: Pick<Database<Tables>, 'change'>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  let deleted = Number.POSITIVE_INFINITY
  while (deleted >= ROWS_DELETED_AT_ONCE) deleted = await database.change((trx) => deleteSome(trx, table, condition))
}
