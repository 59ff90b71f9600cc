import { timestampText } from '#protocol/time.ts'

/** The time of an answer with balances is the time of its rows; without rows it has none. */
export const timeOf = (rows: readonly object[], moment: bigint): string | null =>
  rows.length > 0 ? timestampText(moment) : null
