/** Lists in pages: `limit` and `cursor` in the query, and a Link header to the next page if there is one (RFC 8288). */
import { Type } from 'typebox'
import { badRequest } from '../../base/errors.ts'

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: 'from the Link header of the page before' })),
})

/** The query of lists that can be counted. */
export const CountedPageQuery = Type.Object({
  ...PageQuery.properties,
  total: Type.Boolean({
    default: false,
    description: 'whether the answer has X-Total-Count, the number of entries on all pages',
  }),
})

export const pageHeaders = {
  Link: { type: 'string', description: '<...>; rel="next" if there are more entries (RFC 8288)' },
}

export const countedPageHeaders = {
  ...pageHeaders,
  'X-Total-Count': { type: 'integer', description: 'with `total=true`: how many entries the list has on all pages' },
}

/**
 * The maximum number of digits that fit the INTEGER and BIGINT columns that lists are sorted by; for times, until the
 * year 2255.
 */
const DIGITS = { integer: /^[0-9]{1,9}$/, bigint: /^[0-9]{1,18}$/, nanoseconds: /^[0-8]?[0-9]{1,18}$/ }

/** The last number of the previous page. @throws 400 INVALID_CURSOR */
export function numberInCursor(cursor: string | undefined, column: keyof typeof DIGITS = 'bigint'): bigint | undefined {
  if (cursor === undefined) return undefined
  if (DIGITS[column].test(cursor)) return BigInt(cursor)
  throw invalidCursor(cursor)
}

export const invalidCursor = (cursor: string) =>
  badRequest('INVALID_CURSOR', `cursor is ${JSON.stringify(cursor)}: take it from the Link header of a page`)

/** Reports the number of entries on all pages of a list, to a client that asked for it. */
export async function tellTotal(
  reply: { header(name: string, value: string): unknown },
  { total }: { total: boolean },
  count: () => Promise<number>,
): Promise<void> {
  if (total) reply.header('x-total-count', String(await count()))
}

/** Adds a Link header to the page after `cursor` of the list at `path`. The path may have a query. */
export function linkToNext(
  reply: { header(name: string, value: string): unknown },
  path: string,
  { limit, cursor }: { limit: number; cursor: string | number | bigint },
): void {
  reply.header('link', `<${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursor}>; rel="next"`)
}
