/** Copies the rows of a table from one database to another, and compares the results. */
import type { DatabaseSession } from '@quorate/platform'
import type { Table } from './tables.ts'

/** The number of rows in memory at a time. */
const BATCH = 500

/**
 * Settings that make both databases write values as the same text. Each value can be restored from its text: nulls and
 * JSON nulls, bytes, times to the microsecond, numbers of any size.
 */
export const SAME_TEXTS = `
  set local bytea_output = 'hex'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 1`

/** Returns the number of rows. Both sessions are in a transaction. */
export async function copyRows(from: DatabaseSession, to: DatabaseSession, table: Table): Promise<number> {
  const texts = table.columns.map(({ name }) => `${name}::text`).join(', ')
  const names = table.columns.map(({ name }) => name).join(', ')
  const values = table.columns.map(({ type }, index) => `(r ->> ${index})::${type}`).join(', ')
  const insert = `
    insert into ${table.name} (${names}) overriding system value
    select ${values} from json_array_elements($1::json) r`
  await from.query(`declare moved cursor for select json_build_array(${texts})::text as row from ${table.name}`)
  let count = 0
  for (;;) {
    const { rows } = await from.query(`fetch ${BATCH} from moved`)
    if (rows.length === 0) break
    await to.query(insert, [`[${rows.map(({ row }) => row).join(',')}]`])
    count += rows.length
  }
  await from.query('close moved')
  return count
}

/** The number of rows, and the sum of their hashes. Equal rows give equal texts, in any order. */
export async function digestOf(session: DatabaseSession, table: Table): Promise<string> {
  const texts = table.columns.map(({ name }) => `${name}::text`).join(', ')
  const part = (at: number) => `coalesce(sum(('x' || substr(hash, ${at}, 15))::bit(60)::bigint), 0)`
  const { rows } = await session.query(
    `select concat_ws(' ', count(*), ${part(1)}, ${part(17)}) as digest
     from (select md5(json_build_array(${texts})::text) as hash from ${table.name}) hashes`,
  )
  return String(rows[0]?.digest)
}
