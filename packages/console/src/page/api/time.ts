/**
 * The time of the ledger and the services. It is the browser's time, unless development has moved an embedded ledger's
 * clock.
 */
let aheadMs = 0

/** Sets how far that time is ahead of the browser's, in milliseconds. */
export const setAhead = (ms: number): void => {
  aheadMs = ms
}

/** Milliseconds since the epoch. */
export const ledgerNow = (): number => Date.now() + aheadMs
