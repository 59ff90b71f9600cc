import { type RawBuilder, sql } from 'kysely'
import { limits } from '../limits.ts'

/** A part of a list. */
export interface Page<Item> {
  items: Item[]
  /** Whether the list may go on. */
  isFull: boolean
}

/**
 * The rows of `list` (place and size in bytes, in order) that make up a page, at least the first; each with `listed`, the number of rows in `list`.
 */
export const pageWithin = <Place>(list: RawBuilder<unknown>) => sql<{ place: Place; listed: bigint }>`(
  select place, listed from (
    select place, size, count(*) over () as listed, sum(size) over (rows unbounded preceding) as total from (${list}) as list
  ) as summed where total - size < ${limits.pageBytes.value})`

export const pageOf = <Item>(items: Item[], listed: bigint | undefined, limit: number): Page<Item> => ({
  items,
  isFull: listed !== undefined && (items.length < listed || items.length === limit),
})
