/** `seconds.nanos`, the nanoseconds with nine digits; the mirror's transaction ids have a `-` between the two. */
export const timestampText = (
  seconds: { toString(): string },
  nanos: number | bigint,
  separator: '.' | '-' = '.',
): string => `${seconds}${separator}${String(nanos).padStart(9, '0')}`

/** `seconds.nanos` of nanoseconds since the epoch. */
export const nanosText = (since: bigint): string => timestampText(since / 1_000_000_000n, since % 1_000_000_000n)
