/**
 * The time of the ledger and the services. It is the browser's, but for an embedded ledger whose clock development has
 * moved ahead.
 */
let aheadMs = 0

/** Sets how far ahead of the browser's clock it is, in milliseconds. */
export const setAhead = (ms: number): void => {
  aheadMs = ms
}

/** Milliseconds since the epoch. */
export const ledgerNow = (): number => Date.now() + aheadMs
