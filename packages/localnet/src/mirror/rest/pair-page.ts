import { idText } from '#protocol/ids.ts'
import { type Page, page, type Row } from './page.ts'
import { type Condition, keyConditions } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

/** A column of ids, and the query parameter that filters it. */
export interface IdColumn {
  readonly column: string
  readonly parameter: string
}

/** A list ordered by two columns of ids, first by `first`, then by `second`. */
export interface PairListing {
  /** A table with an index that follows this order. */
  readonly table: string
  /**
   * The condition that selects one account's rows: an index begins with its column, followed by the two of the order.
   */
  readonly own: Condition
  readonly first: IdColumn
  readonly second: IdColumn
  readonly order: 'asc' | 'desc'
}

/** One page of such a list; the query string of `links.next` bounds both parameters. */
export function pairPage(request: MirrorRequest, context: MirrorContext, listing: PairListing): Promise<Page> {
  const { table, own, first, second, order } = listing
  const column = ({ column, parameter }: IdColumn) => ({ column, comparisons: request.query.ids(parameter) })
  const asked = keyConditions([column(first), column(second)])
  return page(request, context, {
    columns: '*',
    from: table,
    along: [own, ...asked.along],
    filters: asked.filters,
    keys: asked.keys,
    order,
    after: (row) => after(request, row, listing),
  })
}

function after({ query }: MirrorRequest, row: Row, { first, second, order }: PairListing): string {
  const [outer, inner] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const isOne = query.ids(first.parameter)[0]?.operator === 'eq'
  const text = ({ column }: IdColumn): string => idText(Number(row[column]))
  const pairs = [
    ...query.without([first.parameter, second.parameter]),
    `${first.parameter}=${isOne ? '' : `${outer}:`}${text(first)}`,
    `${second.parameter}=${inner}:${text(second)}`,
  ]
  return pairs.join('&')
}
