import { type CountVerifications, type Ledger, memoized } from '@quorate/ledger'

/** How the work of one request is counted. */
export interface Counting {
  /** Is told how many signatures are about to be verified. */
  count: CountVerifications
  /** Is called for each read of the mirror. */
  countRead(): void
}

/** The ledger for one request or attempt, whose mirror is asked once for each entity. */
export const readOnce = (ledger: Ledger, countRead: () => void): Ledger => ({
  ...ledger,
  mirror: memoized(ledger.mirror, countRead),
})
