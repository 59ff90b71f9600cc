import { type Ledger, memoized } from '@quorate/ledger'

/** The ledger for one request or attempt. It asks the mirror for each entity only once. */
export const readOnce = (ledger: Ledger): Ledger => ({ ...ledger, mirror: memoized(ledger.mirror) })
