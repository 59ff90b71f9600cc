/** The block that a transaction belongs to, as contracts see it. */
export interface BlockTime {
  readonly number: number
  /** The epoch second of its first transaction. */
  readonly timestamp: number
  /** The hash of an earlier block, 48 bytes; undefined if it is not written yet, or never was. */
  hashOf(number: number): Buffer | undefined
}
