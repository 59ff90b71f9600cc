/** Exact shares, such as a threshold of two thirds, in integers. */

/** `part` of `whole`. */
export interface Ratio {
  part: bigint
  whole: bigint
}

/** Percentages are exact to six digits after the point. */
const PARTS = 1_000_000n
const DIGITS = 6

/** @param percent above 0, at most 100 */
export const ratioOfPercent = (percent: number): Ratio => ({
  part: BigInt(Math.round(percent * Number(PARTS))),
  whole: 100n * PARTS,
})

/** A fraction as text, such as `2/3`: two numbers of up to six digits, without a leading zero. */
export const FRACTION_PATTERN = '^[1-9][0-9]{0,5}/[1-9][0-9]{0,5}$'
const FRACTION = new RegExp(FRACTION_PATTERN)

/** Returns undefined if the text is not such a fraction, or if it is more than 1. */
export function parseFraction(text: string): Ratio | undefined {
  if (!FRACTION.test(text)) return undefined
  const [part = '', whole = ''] = text.split('/')
  const ratio = { part: BigInt(part), whole: BigInt(whole) }
  return ratio.part <= ratio.whole ? ratio : undefined
}

/** A ratio in percent, rounded half up to six digits after the point: the percentage that is stored with a fraction. */
export const percentOfRatio = ({ part, whole }: Ratio): number =>
  Number((part * 200n * PARTS + whole) / (whole * 2n)) / 10 ** DIGITS

/** Whether `part` of `whole` is at least this ratio. */
export const reaches = (ratio: Ratio, part: bigint, whole: bigint): boolean => part * ratio.whole >= ratio.part * whole

/** The least whole number that is at least this ratio of `whole`. */
export const leastOf = ({ part, whole: of }: Ratio, whole: bigint): bigint => (part * whole + of - 1n) / of

/** `part` of `whole` in percent, rounded half up to two digits after the point; for display only. */
export const percentOf = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 20_000n + whole) / (whole * 2n)) / 100

/** Whether `part` of `whole` is exactly this ratio. */
export const isExactly = (ratio: Ratio, part: bigint, whole: bigint): boolean =>
  whole > 0n && part * ratio.whole === ratio.part * whole

/**
 * `part` of `whole` in percent, for display next to a threshold. Rounded half up to two digits after the point, or to
 * more, up to six, if two would move it across the threshold: 66.666 next to 66.67 %, and 33.334 next to 1/3.
 * A smaller difference is shown as one millionth. A value that equals a fraction is shown as the percentage that is
 * stored with the fraction.
 */
export function percentBeside(line: Ratio, part: bigint, whole: bigint): number {
  if (whole === 0n) return 0
  const isReached = reaches(line, part, whole)
  for (let digits = 2; digits <= DIGITS; digits++) {
    const of = 100n * 10n ** BigInt(digits)
    const rounded = (part * 2n * of + whole) / (whole * 2n)
    if (reaches(line, rounded, of) === isReached) return Number(rounded) / 10 ** digits
  }
  if (isExactly(line, part, whole)) return percentOfRatio(line)
  const down = (part * 100n * PARTS) / whole
  return Number(isReached ? down + 1n : down) / 10 ** DIGITS
}
