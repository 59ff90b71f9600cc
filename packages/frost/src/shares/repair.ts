/**
 * Helpers restore a lost share without learning it: the enrolment protocol in the survey by Laing and Stinson
 * (https://eprint.iacr.org/2017/1155). Each helper splits its part of the share among the helpers (deltas), each adds
 * up what it received (its sigma), and the repaired member adds up the sigmas.
 */
import { Scalars, sumOfScalars } from '../group/group.ts'
import { interpolation } from '../group/polynomials.ts'

/**
 * Random terms, one for each helper in order, that add up to this helper's part of the lost share.
 * @param randoms one for each helper but the last
 */
export function deltasOf(
  share: bigint,
  { number, helpers, repaired }: { number: number; helpers: readonly number[]; repaired: number },
  randoms: readonly bigint[],
): bigint[] {
  if (randoms.length !== helpers.length - 1) throw new Error(`expected ${helpers.length - 1} random scalars`)
  const part = Scalars.mul(interpolation(helpers, number, repaired), share)
  return [...randoms, Scalars.sub(part, sumOfScalars(randoms))]
}

/** The value that a helper passes on: the sum of one delta from each helper. */
export const sigmaOf = sumOfScalars

/** The lost share: the sum of one sigma from each helper. */
export const repairedShare = sumOfScalars
