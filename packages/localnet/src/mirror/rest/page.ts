import type { Cell } from '#store/codecs.ts'
import type { Condition } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

/** The most stored bytes of a page before its last row; for transactions, characters of its JSON. */
export const MAX_PAGE_BYTES = 1_048_576

export type Row = Record<string, Cell>

/** All rows of a SELECT, integers as BigInt. */
export function select({ store }: MirrorContext, sql: string, ...values: Cell[]): Row[] {
  return store.prepared(sql).all(...values) as Row[]
}

/** A WHERE clause that joins the conditions with AND. */
function where(conditions: readonly Condition[]): { sql: string; values: Cell[] } {
  const sql = conditions.map((condition) => `(${condition.sql})`).join(' AND ')
  return { sql: sql === '' ? '' : `WHERE ${sql}`, values: conditions.flatMap(({ values }) => values) }
}

export interface Page {
  readonly rows: Row[]
  readonly links: { readonly next: string | null }
}

/** The query of a list: rows of a table in the order of its keys. */
export interface Listing {
  readonly columns: string
  /** The table (or subquery) with the key columns and the columns of `along`. */
  readonly from: string
  /** Arguments of `from`. */
  readonly sourceValues?: readonly Cell[]
  /** If `from` combines several tables: their names. The indexes of these tables say how far a window reaches. */
  readonly edgesFrom?: readonly string[]
  /** A JOIN for further columns that `columns` and `filters` need. */
  readonly join?: string
  /**
   * Conditions that an index of `from` can follow in the order of the keys: values of its first columns, and ranges of
   * the keys.
   */
  readonly along: readonly Condition[]
  /** Conditions that no index helps with: rows that do not meet them are read and left out. */
  readonly filters: readonly Condition[]
  /** The columns that order the list. Among the rows that `along` selects, no two have the same keys. */
  readonly keys: readonly string[]
  readonly order: 'asc' | 'desc'
  /**
   * The bytes that a row adds to the answer; called once for each row, in order. Default: the size of its texts and
   * bytes.
   */
  readonly sizeOf?: (row: Row) => number
  /** The query string for the rows after `row`. */
  readonly after: (row: Row) => string
}

/** One page of a list. `links.next` leads to the rows after the last one; it is null on the last page. */
export async function page(request: MirrorRequest, context: MirrorContext, listing: Listing): Promise<Page> {
  const limit = request.query.limit()
  const gathered: Gathered = { rows: [], limit, bytes: 0 }
  await gather(context, listing, gathered)
  const { rows } = gathered
  const last = rows.at(-1)
  if (!isFull(gathered) || !last) return { rows, links: { next: null } }
  return { rows, links: { next: `${request.url}?${listing.after(last)}` } }
}

/** Makes the query string of the next page for a list with one key, which one parameter bounds. */
export function continuedBy(
  { query }: MirrorRequest,
  parameter: string,
  order: 'asc' | 'desc',
  keyOf: (row: Row) => string,
): (row: Row) => string {
  return (row) => query.beyond(parameter, order, keyOf(row))
}

/** A list with filters reads this many rows of a table before other requests have a turn. */
const WINDOW = 1000

interface Gathered {
  readonly rows: Row[]
  readonly limit: number
  bytes: number
}

const isFull = ({ rows, limit, bytes }: Gathered): boolean => rows.length >= limit || bytes >= MAX_PAGE_BYTES

/** The size of a row's texts and byte arrays. */
const bytesOf = (row: Row): number =>
  Object.values(row).reduce<number>(
    (sum, cell) => sum + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 0),
    0,
  )

/**
 * Gathers the first rows of a list. Without filters an index finds them; with filters the table is read window by
 * window.
 */
async function gather(context: MirrorContext, listing: Listing, gathered: Gathered): Promise<void> {
  const { along, filters, edgesFrom, keys, order } = listing
  if (filters.length === 0 && !edgesFrom) return read(context, listing, along, gathered)
  const [begin, end] = order === 'asc' ? (['lower', 'upper'] as const) : (['upper', 'lower'] as const)
  // The index can use one bound on each side, so the window's bound, which is tighter, replaces the request's.
  for (let ahead = along; ; ) {
    const edge = edgeOf(context, listing, ahead)
    const within = edge ? replaced(ahead, end, beside(keys, end === 'upper' ? '<=' : '>=', edge)) : ahead
    read(context, listing, [...within, ...filters], gathered)
    if (!edge || isFull(gathered)) return
    ahead = replaced(ahead, begin, beside(keys, begin === 'lower' ? '>' : '<', edge))
    await turn()
  }
}

const replaced = (conditions: readonly Condition[], bounds: 'lower' | 'upper', by: Condition): Condition[] => [
  ...conditions.filter((condition) => condition.bounds !== bounds),
  { ...by, bounds },
]

function read(context: MirrorContext, listing: Listing, conditions: readonly Condition[], gathered: Gathered): void {
  const { columns, from, sourceValues = [], join = '', sizeOf = bytesOf } = listing
  const clause = where(conditions)
  const sql = `SELECT ${columns} FROM ${from} ${join} ${clause.sql} ${orderOf(listing)} LIMIT ?`
  const values = [...sourceValues, ...clause.values, gathered.limit - gathered.rows.length]
  for (const row of context.store.prepared(sql).iterate(...values) as Iterable<Row>) {
    gathered.rows.push(row)
    gathered.bytes += sizeOf(row)
    if (isFull(gathered)) break
  }
}

/** The keys of the last row of a window; undefined if fewer rows are left. */
function edgeOf(
  context: MirrorContext,
  listing: Listing,
  conditions: readonly Condition[],
): Condition['values'] | undefined {
  const { from, edgesFrom = [from], keys, order } = listing
  const clause = where(conditions)
  const edges = edgesFrom.flatMap((table) => {
    const sql = `SELECT ${keys.map((key, i) => `${key} AS k${i}`).join(', ')} FROM ${table} ${clause.sql} ${orderOf(listing)} LIMIT 1 OFFSET ?`
    return select(context, sql, ...clause.values, WINDOW - 1).map((row) =>
      keys.map((_, i) => row[`k${i}`] as number | bigint),
    )
  })
  const nearest = (a: Condition['values'], b: Condition['values']): number =>
    (a[0] ?? 0) < (b[0] ?? 0) === (order === 'asc') ? -1 : 1
  return edges.sort(nearest)[0]
}

const orderOf = ({ keys, order }: Listing): string => `ORDER BY ${keys.map((key) => `${key} ${order}`).join(', ')}`

/** The condition that the keys are on one side of an edge. */
function beside(keys: readonly string[], operator: string, values: Condition['values']): Condition {
  const [columns, marks] = [keys.join(', '), keys.map(() => '?').join(', ')]
  return { sql: keys.length === 1 ? `${columns} ${operator} ?` : `(${columns}) ${operator} (${marks})`, values }
}

/** Yields to transactions and other requests, which share this thread. */
export const turn = (): Promise<void> => new Promise<void>((resolve) => setImmediate(resolve))
