/** The times at which votes are weighed and judged. */
import { type HoldingQuestion, ledgerTimestamp } from '../../mirror/statement/history.ts'

/**
 * How far two clocks, such as the service's and the ledger's, may differ, in milliseconds. A smaller difference of
 * times means nothing.
 */
export const CLOCKS_MS = 60_000

export const HOUR_MS = 3_600_000

/**
 * An honest service has its records on the ledger within this time, in milliseconds, unless the service or the ledger
 * was down. The votes of 100,000 members are 100 records, which the public network takes in five seconds each, and the
 * chunks of one record may be ten minutes apart.
 */
export const LATE_MS = 600_000

/**
 * The voter's lowest balance in this period on the ledger is its weight. Without a `votingDelay`, the period is a
 * single moment.
 */
export function weighedBetween(startMs: number, votingDelay = 0): Pick<HoldingQuestion, 'since' | 'at'> {
  const at = ledgerTimestamp(startMs)
  return votingDelay > 0
    ? { at, since: ledgerTimestamp(Math.max(0, startMs - Math.round(votingDelay * HOUR_MS))) }
    : { at }
}
