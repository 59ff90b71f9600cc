import { type Row, select } from './page.ts'
import type { MirrorContext } from './route.ts'

/** The version of an entity's row right after `moment` (nanoseconds); undefined if the entity did not exist then. */
export function versionAt(
  table: 'account' | 'contract' | 'token',
  row: Row,
  moment: bigint,
  context: MirrorContext,
): Row | undefined {
  if ((row.created_at as bigint) > moment) return undefined
  if ((row.modified_at as bigint) <= moment) return row
  const { num } = row
  const ended = `SELECT * FROM ${table}_history WHERE num = ? AND valid_until > ? ORDER BY valid_until LIMIT 1`
  const version = select(context, ended, num ?? null, moment)[0]
  const began = `SELECT max(valid_until) AS at FROM ${table}_history WHERE num = ? AND valid_until <= ?`
  const before = select(context, began, num ?? null, moment)[0]?.at
  return version && { ...version, modified_at: before ?? row.created_at ?? null }
}
