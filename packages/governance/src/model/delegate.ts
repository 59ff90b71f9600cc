/** A member that has a statement, or that others delegate to. */
export interface Delegate {
  account: string
  statement: { text: string; statedAt: Date } | null
  /** How many members have named it as delegate for all areas, and for each area. */
  delegators: number
  areas: { area: string; delegators: number }[]
  /** How many votes of other members it would decide if nobody else voted. */
  receives: number
  /**
   * The weight of these members at the last proposal that weighed all members; null with equal weights, and if there
   * was none.
   */
  weight: bigint | null
  /** How many of the last proposals that began after it joined (`votable`) it has voted on (`voted`). */
  voted: number
  votable: number
}
