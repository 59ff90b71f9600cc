/** High-volume pricing (HIP-1313): payers who request it pay more as the throttle for such transactions fills up. */

/** Multipliers in thousandths by the use of the throttle in hundredths of a percent, ascending. */
export type PricingCurve = readonly (readonly [use: number, multiplier: number])[]

/** How a kind of transaction is priced at high volume: by its throttle, in operations per second, and its curve. */
export interface HighVolume {
  readonly opsPerSec: number
  readonly curve: PricingCurve
}

/** A multiplier of 1, in thousandths. */
export const ONE = 1000n
/** The use of a full throttle, in hundredths of a percent. */
export const FULL = 10_000

// The curves of the public network's schedule (genesis/simpleFeesSchedules.json).

/** Accounts, topics and files. */
export const ENTITIES: PricingCurve = [
  [2, 4000],
  [3, 8000],
  [5, 10_000],
  [7, 15_000],
  [10, 20_000],
  [15, 30_000],
  [20, 40_000],
  [50, 60_000],
  [100, 80_000],
  [200, 100_000],
  [500, 150_000],
  [1000, 200_000],
  [FULL, 200_000],
]
/** Tokens, associations, airdrops and schedules. */
export const TOKENS: PricingCurve = [
  [100, 4000],
  [150, 8000],
  [250, 10_000],
  [350, 15_000],
  [500, 20_000],
  [750, 30_000],
  [1000, 40_000],
  [2500, 60_000],
  [5000, 80_000],
  [FULL, 100_000],
]
/** Minted tokens and NFTs. */
export const MINTS: PricingCurve = [
  [40, 4000],
  [60, 8000],
  [100, 10_000],
  [140, 15_000],
  [200, 20_000],
  [300, 30_000],
  [400, 40_000],
  [1000, 60_000],
  [2000, 80_000],
  [4000, 100_000],
  [FULL, 150_000],
]
/** Claimed airdrops. */
export const CLAIMS: PricingCurve = [
  [2857, 4000],
  [4286, 8000],
  [7143, 10_000],
  [FULL, 15_000],
]
export const ALLOWANCES: PricingCurve = [[FULL, 4000]]

/** The multiplier at a use of the throttle, in thousandths (`HighVolumePricingCalculator.calculateMultiplier`). */
export function multiplierAt(curve: PricingCurve, use: number): bigint {
  const above = curve.findIndex(([at]) => at >= use)
  const [upper, lower] = [curve.at(above), above > 0 ? curve[above - 1] : undefined]
  if (!upper) return ONE
  if (!lower) return BigInt(upper[1])
  const rise = ((upper[1] - lower[1]) * (use - lower[0])) / (upper[0] - lower[0])
  return BigInt(lower[1] + Math.trunc(rise))
}

/** The throttle of a kind of transaction: a bucket that holds one second's operations, and leaks them in a second. */
interface Bucket {
  used: number
  /** Nanoseconds. */
  at: bigint
}

const NANOS_PER_SECOND = 1_000_000_000

/** How full the throttles of high-volume transactions are. */
export class HighVolumeThrottles {
  readonly #buckets = new Map<number, Bucket>()

  /** Counts a transaction; returns how full its throttle is then, in hundredths of a percent. */
  use(type: number, { opsPerSec }: HighVolume, now: bigint): number {
    const { used, at } = this.#buckets.get(type) ?? { used: 0, at: now }
    // If a restored snapshot has set the clock back, the bucket starts empty.
    const leaked = now < at ? used : (Number(now - at) * opsPerSec) / NANOS_PER_SECOND
    const filled = Math.min(Math.max(used - leaked, 0) + 1, opsPerSec)
    this.#buckets.set(type, { used: filled, at: now })
    return Math.floor((filled * FULL) / opsPerSec)
  }
}
