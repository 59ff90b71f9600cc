/** Times of the ledger as text. */

/** The nine digits of nanoseconds after the point, padded with zeros at the end. */
export const nineDigits = (fraction: string): string => fraction.padEnd(9, '0')

/** `seconds.nanos` with nine digits of nanoseconds. The mirror's transaction ids have a `-` between the two. */
export const timestampText = (
  seconds: { toString(): string },
  nanos: number | bigint | string,
  separator: '.' | '-' = '.',
): string => `${seconds}${separator}${String(nanos).padStart(9, '0')}`

/** The time of `seconds.nanos` as ISO 8601, to the millisecond. */
export function isoTimeOf(timestamp: string): string {
  const [seconds, nanos = ''] = timestamp.split('.')
  return new Date(Number(seconds) * 1000 + Math.floor(Number(nineDigits(nanos)) / 1e6)).toISOString()
}

/** Nanoseconds since the epoch, from a `seconds.nanos` timestamp. */
export const nanos = (timestamp: string): bigint => {
  const [seconds = '0', fraction = ''] = timestamp.split('.')
  return BigInt(seconds) * 1_000_000_000n + BigInt(nineDigits(fraction))
}

/** `seconds.nanos` from nanoseconds since the epoch. */
export const nanosText = (since: bigint): string => timestampText(since / 1_000_000_000n, since % 1_000_000_000n)
