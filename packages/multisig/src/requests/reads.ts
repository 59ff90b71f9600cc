import { type Ledger, memoized } from '@quorate/ledger'

/** The ledger for one request or attempt: its mirror is asked only once about each entity. */
export const readOnce = (ledger: Ledger): Ledger => ({ ...ledger, mirror: memoized(ledger.mirror) })
