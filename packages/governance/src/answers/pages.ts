import { badRequest } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Page } from '../store/tables.ts'

/** How many entries of a list a resource shows; the rest are at the list's own path. */
export const embedded: Page = { limit: 100, cursor: undefined }

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: 'from the Link header of the page before' })),
})

export const pageHeaders = {
  Link: { type: 'string', description: '<...>; rel="next" where there is more (RFC 8288)' },
}

export function pageOf({ limit, cursor }: Static<typeof PageQuery>): Page {
  if (cursor === undefined) return { limit, cursor }
  if (!/^[0-9]{1,9}$/.test(cursor))
    throw badRequest('INVALID_CURSOR', `cursor is ${JSON.stringify(cursor)}: take it from the Link header of a page`)
  return { limit, cursor: BigInt(cursor) }
}

/** For lists of what may be large: shorter pages than were asked for, whose Link says where they go on. */
export const shortPage = (page: Page): Page => ({ ...page, limit: Math.min(page.limit, embedded.limit) })

/** Says where the list goes on, if this page is full. */
export function link<T>(
  reply: { header(name: string, value: string): unknown },
  path: string,
  { limit }: Page,
  page: readonly T[],
  cursorOf: (last: T) => bigint | number,
): void {
  const last = page.at(-1)
  if (last === undefined || page.length < limit) return
  reply.header('link', `<${path}${path.includes('?') ? '&' : '?'}limit=${limit}&cursor=${cursorOf(last)}>; rel="next"`)
}
