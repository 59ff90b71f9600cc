import { linkToNext, numberInCursor, type PageQuery } from '@quorate/platform'
import { ANSWERED_VOTES } from '@quorate/verify/recount'
import type { Static } from 'typebox'
import type { Page } from '../store/tables.ts'

/** The first page of a list, for answers about a DAO or a proposal. The other entries are at the list's own path. */
export const firstPage: Page = { limit: ANSWERED_VOTES, cursor: undefined }

export const pageOf = ({ limit, cursor }: Static<typeof PageQuery>): Page => ({
  limit,
  cursor: numberInCursor(cursor, 'integer'),
})

/** Shortens pages of lists with potentially large entries. The `Link` header names the next page. */
export const shortPage = (page: Page): Page => ({ ...page, limit: Math.min(page.limit, firstPage.limit) })

/** The path with the fields of a query that have values. */
export function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? path : `${path}?${query}`
}

/**
 * Adds a `Link` header to the next page if this page is full. If a page may be shorter than the limit although more
 * follow, pass `isFull`.
 */
export function link<T>(
  reply: { header(name: string, value: string): unknown },
  path: string,
  { limit }: Page,
  page: readonly T[],
  cursorOf: (last: T) => bigint | number,
  isFull = page.length >= limit,
): void {
  const last = page.at(-1)
  if (last !== undefined && isFull) linkToNext(reply, path, { limit, cursor: cursorOf(last) })
}
