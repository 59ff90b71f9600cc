/** Pages of lists whose rows may be large. A page ends at a number of bytes, which the database adds up. */
import { type RawBuilder, sql } from 'kysely'

/** A part of a list. */
export interface ListPage<Item> {
  items: Item[]
  /** Whether the list may continue. */
  isFull: boolean
}

/** More entries than any page has. */
const MAX_ENTRIES = 1000

/**
 * Selects the rows of `list` (place and size in bytes, in order) that make up a page of about `bytes` bytes, at least
 * one row. Each has `listed`, the number of rows in `list`. The limit of `list` is a parameter, and PostgreSQL's
 * planner does not know its value. So the limit is repeated here as a literal: otherwise PostgreSQL would read the
 * whole table to join it with a page.
 */
export const pageWithin = <Place>(list: RawBuilder<unknown>, bytes: number) => sql<{ place: Place; listed: bigint }>`(
  select place, listed from (
    select place, size, count(*) over () as listed, sum(size) over (rows unbounded preceding) as total
    from (select * from (${list}) as list limit ${sql.lit(MAX_ENTRIES)}) as list
  ) as summed where total - size < ${bytes})`

export const listPage = <Item>(items: Item[], listed: bigint | undefined, limit: number): ListPage<Item> => ({
  items,
  isFull: listed !== undefined && (items.length < listed || items.length === limit),
})
