import { type RawBuilder, sql } from 'kysely'
import { limits } from '../base/platform-limits.ts'
import type { Change, Database } from './database.ts'

/**
 * Deletes at most `most` rows that meet a condition, and answers how many. It skips rows that another change has
 * locked.
 */
export async function deleteSome<Tables>(
  trx: Change<Tables>,
  table: string,
  condition: RawBuilder<unknown>,
  most: number = limits.rowsDeletedAtOnce.value,
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
  while (deleted >= limits.rowsDeletedAtOnce.value)
    deleted = await database.change((trx) => deleteSome(trx, table, condition))
}
