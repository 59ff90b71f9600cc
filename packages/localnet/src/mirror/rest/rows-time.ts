import { timestampText } from '#protocol/time.ts'

/** The `timestamp` of a list of balances: `moment`, or null if the list is empty, as the Mirror Node answers. */
export const timeOf = (rows: readonly object[], moment: bigint): string | null =>
  rows.length > 0 ? timestampText(moment) : null
