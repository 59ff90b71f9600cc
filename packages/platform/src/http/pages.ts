/** Lists in pages: `limit` and `cursor` in the query, and a Link header to the next page if there is one (RFC 8288). */
import { Type } from 'typebox'
import { badRequest } from '../base/errors.ts'

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: 'from the Link header of the page before' })),
})

export const pageHeaders = {
  Link: { type: 'string', description: '<...>; rel="next" where there is more (RFC 8288)' },
}

/** How many digits fit the columns of type INTEGER and BIGINT that lists are ordered by. */
const DIGITS = { integer: /^[0-9]{1,9}$/, bigint: /^[0-9]{1,18}$/ }

/** The number that the page before ended with. @throws 400 INVALID_CURSOR */
export function numberInCursor(cursor: string | undefined, column: keyof typeof DIGITS = 'bigint'): bigint | undefined {
  if (cursor === undefined) return undefined
  if (DIGITS[column].test(cursor)) return BigInt(cursor)
  throw invalidCursor(cursor)
}

export const invalidCursor = (cursor: string) =>
  badRequest('INVALID_CURSOR', `cursor is ${JSON.stringify(cursor)}: take it from the Link header of a page`)

/** Says that the list at `path`, which may have a query, goes on after `cursor`. */
export function linkToNext(
  reply: { header(name: string, value: string): unknown },
  path: string,
  { limit, cursor }: { limit: number; cursor: string | number | bigint },
): void {
  reply.header('link', `<${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursor}>; rel="next"`)
}
