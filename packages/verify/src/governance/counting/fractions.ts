/** Shares that are given as a fraction, as a percentage, or as both. */
import { VerifyError } from '../../error.ts'
import { parseFraction, percentOfRatio, type Ratio, ratioOfPercent } from './ratios.ts'

/**
 * Refuses a fraction that is more than 1, or differs from the given percentage.
 *
 * @throws 400 `INVALID_FRACTION`, `FRACTION_DIFFERS`
 */
export function checkFraction(fraction: string | undefined, percent: number | null, field: string): void {
  if (fraction === undefined) return
  const ratio = parseFraction(fraction)
  if (!ratio)
    throw new VerifyError('INVALID_FRACTION', `${field} is ${fraction}: send a fraction of up to 1, such as 2/3`)
  const rounded = percentOfRatio(ratio)
  if (percent !== rounded)
    throw new VerifyError(
      'FRACTION_DIFFERS',
      `${field} is ${fraction}, which is ${rounded} percent, but the given percentage is ${percent}`,
    )
}

/**
 * Returns the percentage that belongs to a fraction, or, without one, the given percentage.
 *
 * @throws 400 `INVALID_FRACTION`, or `FRACTION_DIFFERS` if both are given and differ
 */
export function percentBesideFraction(
  percent: number | null | undefined,
  fraction: string | null | undefined,
  field: string,
): number | null {
  if (fraction === undefined || fraction === null) return percent ?? null
  const ratio = parseFraction(fraction)
  const rounded = ratio === undefined ? null : percentOfRatio(ratio)
  checkFraction(fraction, percent ?? rounded, field)
  return rounded
}

/** The share of a quorum; undefined without a quorum, or if it is not a valid share. */
export function quorumRatio({
  quorum,
  quorumFraction,
}: {
  quorum?: number | null | undefined
  quorumFraction?: string | undefined
}): Ratio | undefined {
  if (quorumFraction !== undefined) return parseFraction(quorumFraction)
  return quorum === undefined || quorum === null ? undefined : ratioOfPercent(quorum)
}
