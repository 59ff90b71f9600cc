/** An account in a DAO's treasury, as its owner states. */
export interface TreasuryAccount {
  account: string
  /** Its purpose. */
  label: string
  namedAt: Date
}
