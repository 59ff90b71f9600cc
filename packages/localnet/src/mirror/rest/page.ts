import type { Cell } from '../../store/codecs.ts'
import type { Condition } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

export type Row = Record<string, Cell>

/** All rows of a SELECT, integers as BigInt. */
export function select({ store }: MirrorContext, sql: string, ...values: Cell[]): Row[] {
  return store.prepared(sql).all(...values) as Row[]
}

/** The WHERE clause that all conditions make. */
export function where(conditions: readonly Condition[]): { sql: string; values: Cell[] } {
  const sql = conditions.map((condition) => `(${condition.sql})`).join(' AND ')
  return { sql: sql === '' ? '' : `WHERE ${sql}`, values: conditions.flatMap(({ values }) => values) }
}

export interface Page {
  readonly rows: Row[]
  readonly links: { readonly next: string | null }
}

/** What a list is made of. `parameter` is the one that continues it, by the column that orders it. */
export interface Listing {
  readonly columns: string
  readonly from: string
  /** Arguments of `from`. */
  readonly sourceValues?: readonly Cell[]
  readonly conditions: readonly Condition[]
  readonly orderBy: string
  readonly order: 'asc' | 'desc'
  readonly parameter: string
  /** The value of the continuing parameter after `row`. */
  readonly keyOf: (row: Row) => string
}

/** One page of a list: `links.next` asks for what comes after its last row, and is null if that is all. */
export function page(request: MirrorRequest, context: MirrorContext, listing: Listing): Page {
  const { columns, from, conditions, orderBy, order } = listing
  const limit = request.query.limit()
  const clause = where(conditions)
  const sql = `SELECT ${columns} FROM ${from} ${clause.sql} ORDER BY ${orderBy} ${order} LIMIT ?`
  const rows = select(context, sql, ...(listing.sourceValues ?? []), ...clause.values, limit)
  const last = rows.at(-1)
  if (rows.length < limit || !last) return { rows, links: { next: null } }
  const operator = order === 'asc' ? 'gt' : 'lt'
  const query = request.query.with(listing.parameter, `${operator}:${listing.keyOf(last)}`)
  return { rows, links: { next: `${request.url}?${query}` } }
}
