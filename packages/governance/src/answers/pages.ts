import { linkToNext, numberInCursor, type PageQuery } from '@quorate/platform'
import type { Static } from 'typebox'
import type { Page } from '../store/tables.ts'

/** How many entries of a list a resource shows; the rest are at the list's own path. */
export const embedded: Page = { limit: 100, cursor: undefined }

export const pageOf = ({ limit, cursor }: Static<typeof PageQuery>): Page => ({
  limit,
  cursor: numberInCursor(cursor, 'integer'),
})

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
  if (last !== undefined && page.length >= limit) linkToNext(reply, path, { limit, cursor: cursorOf(last) })
}
