/**
 * How far the machines of a mirror may be apart, in milliseconds. One machine may show a later transaction than the
 * machine that is asked next. So the absence of something is evidence only once the mirror shows a transaction from
 * this long after it.
 */
export const REPLICAS_APART_MS = 60_000
