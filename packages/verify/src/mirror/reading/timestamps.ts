import { Type } from 'typebox'
import { nanos } from '../../values/timestamp-text.ts'

const FORM = /^(0|[1-9][0-9]{0,11})\.[0-9]{9}$/

/**
 * `seconds.nanos`. Such times are compared and stored as text, so each time has only one form, without leading zeros.
 */
export const MirrorTimestamp = Type.String({ pattern: FORM.source })

/** The latest time that a ledger or a mirror can hold: nanoseconds are an int64. */
const LATEST = 2n ** 63n - 1n

/**
 * Whether a text is a time that a ledger can have. Mirrors refuse questions about later ones, and other texts could
 * lead to another path.
 */
export const isLedgerMoment = (text: string): boolean => FORM.test(text) && nanos(text) <= LATEST
