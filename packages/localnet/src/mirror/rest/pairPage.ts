import { idText } from '../../ids.ts'
import { type Page, type Row, select, where } from './page.ts'
import { type Comparison, type Condition, compare, compareAll } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

/** A column of ids, and the parameter that asks about it. */
export interface IdColumn {
  readonly column: string
  readonly parameter: string
}

/** A list in the order of two columns of ids: the second continues it within a value of the first. */
export interface PairListing {
  readonly table: string
  readonly conditions: readonly Condition[]
  readonly first: IdColumn
  readonly second: IdColumn
  readonly order: 'asc' | 'desc'
}

/** One page of such a list; `links.next` asks for both parameters. */
export function pairPage(request: MirrorRequest, context: MirrorContext, listing: PairListing): Page {
  const { table, conditions, first, second, order } = listing
  const limit = request.query.limit()
  const clause = where([...conditions, ...pairConditions(request, listing)])
  const sql = `SELECT * FROM ${table} ${clause.sql} ORDER BY ${first.column} ${order}, ${second.column} ${order} LIMIT ?`
  const rows = select(context, sql, ...clause.values, limit)
  return { rows, links: { next: nextLink(request, rows, limit, listing) } }
}

const isRange = ({ operator }: Comparison<number>): boolean => operator !== 'eq' && operator !== 'ne'

/** `first=gte:1&second=gt:2` means what comes after the pair, not a rectangle. */
function pairConditions({ query }: MirrorRequest, { first, second }: PairListing): Condition[] {
  const a = query.ids(first.parameter)
  const b = query.ids(second.parameter)
  const [edge, inner] = [a[0], b[0]]
  const isPair = a.length === 1 && b.length === 1 && edge && inner && isRange(edge) && isRange(inner)
  if (!isPair) return [...compareAll(first.column, a), ...compareAll(second.column, b)]
  const beyond = compare(first.column, { ...edge, operator: edge.operator.startsWith('g') ? 'gt' : 'lt' })
  const within = compare(second.column, inner)
  const sql = `${beyond.sql} OR (${first.column} = ? AND ${within.sql})`
  return [{ sql, values: [...beyond.values, edge.value, ...within.values] }]
}

function nextLink({ query, url }: MirrorRequest, rows: readonly Row[], limit: number, listing: PairListing) {
  const last = rows.at(-1)
  if (rows.length < limit || !last) return null
  const { first, second, order } = listing
  const [outer, inner] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const isOne = query.ids(first.parameter)[0]?.operator === 'eq'
  const text = ({ column }: IdColumn): string => idText(Number(last[column]))
  const pairs = [
    ...query.without([first.parameter, second.parameter]),
    `${first.parameter}=${isOne ? '' : `${outer}:`}${text(first)}`,
    `${second.parameter}=${inner}:${text(second)}`,
  ]
  return `${url}?${pairs.join('&')}`
}
