/**
 * How far a mirror's machines may differ, in milliseconds. The next read may reach a machine that lags behind the last
 * one. So a missing item proves something only once the mirror shows a transaction that is this much later.
 */
export const REPLICAS_APART_MS = 60_000
