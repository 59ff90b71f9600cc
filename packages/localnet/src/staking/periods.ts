import { NANOS_PER_SECOND } from '#protocol/time.ts'

/** Staking periods are days that begin at midnight UTC (staking.periodMins). */
const PERIOD_SECONDS = 86_400n

/** The number of the period that a consensus time (nanoseconds) is in. */
export const periodAt = (nanos: bigint): bigint => nanos / NANOS_PER_SECOND / PERIOD_SECONDS

/** The second at which a period begins. */
export const startOf = (period: bigint): bigint => period * PERIOD_SECONDS

/** The period that begins at a second. */
export const periodFrom = (second: bigint): bigint => second / PERIOD_SECONDS
