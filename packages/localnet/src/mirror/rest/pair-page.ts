import { idText } from '#protocol/ids.ts'
import { type Page, page, type Row } from './page.ts'
import { type Condition, keyConditions } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

/** A column of ids, and the parameter that asks about it. */
export interface IdColumn {
  readonly column: string
  readonly parameter: string
}

/** A list in the order of two columns of ids: the second continues it within a value of the first. */
export interface PairListing {
  /** With the index that follows the order. */
  readonly table: string
  /** The rows of one account: an index begins with its column and goes on with the two. */
  readonly own: Condition
  readonly first: IdColumn
  readonly second: IdColumn
  readonly order: 'asc' | 'desc'
}

/** One page of such a list; `links.next` asks for both parameters. */
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
