import { type RawBuilder, sql } from 'kysely'
import { limits } from '../base/platform-limits.ts'
import type { Change, Database } from './database.ts'

/** Deletes rows that meet a condition, at most so many; answers how many. Rows that another change holds are left to it. */
export async function deleteSome<Tables>(
  change: Change<Tables>,
  table: string,
  condition: RawBuilder<unknown>,
  most: number = limits.rowsDeletedAtOnce.value,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${condition} limit ${most} for update skip locked))`.execute(change)
  return Number(numAffectedRows)
}

/** Deletes all of them, in as many changes as that takes, so that nothing else waits long for one. */
export async function deleteAll<Tables>(
  database: Pick<Database<Tables>, 'change'>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  let deleted = Number.POSITIVE_INFINITY
  while (deleted >= limits.rowsDeletedAtOnce.value)
    deleted = await database.change((change) => deleteSome(change, table, condition))
}
