import { type CountVerifications, type Ledger, memoized } from '@quorate/ledger'

/** How the work of one request is counted. */
export interface Meter {
  /** Called with the number of signatures that are about to be verified. */
  count: CountVerifications
  /** Called for each read of the mirror. */
  countRead(): void
}

/** The reads of a request to a wallet. */
export interface MeteredReads extends Pick<Meter, 'countRead'> {
  /** Where it came from: addresses take turns in reading the mirror. */
  address: string
}

/** The ledger for one request or attempt: its mirror is asked only once about each entity. */
export const readOnce = (ledger: Ledger, countRead: () => void): Ledger => ({
  ...ledger,
  mirror: memoized(ledger.mirror, countRead),
})
