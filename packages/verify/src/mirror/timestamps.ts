import { Type } from 'typebox'
import { nanos } from '../values/timestamp-text.ts'

/**
 * `seconds.nanos`. Such times are compared and stored as text, so each time has only one form, without leading zeros.
 */
export const MirrorTimestamp = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})\\.[0-9]{9}$' })

/** The latest time that a ledger or a mirror can hold: nanoseconds are an int64. */
const LATEST = 2n ** 63n - 1n

/** Whether a ledger can have such a time. Mirrors refuse questions about later ones. */
export const isLedgerMoment = (timestamp: string): boolean => nanos(timestamp) <= LATEST
