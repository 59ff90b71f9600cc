import type { Proof } from '@quorate/verify/recount'

/** A member's choice of a delegate, or its end. */
export interface Delegation {
  account: string
  /** null if it ends the previous delegation. */
  delegate: string | null
  /** The area of the delegation; null if it is for all areas without a separate delegate. */
  area: string | null
  /** The number of this delegation among the account's delegations, from 1. */
  number: number
  changedAt: Date
  /** The member's signatures; null if only its session authorised this. */
  proof: Pick<Proof, 'keyAt' | 'signatures'> | null
}

/** The form of a delegation in a record. */
export const recordedDelegation = ({ account, delegate, area, number, changedAt, proof }: Delegation) => ({
  account,
  delegate,
  ...(area === null ? {} : { area }),
  number,
  changedAt: changedAt.toISOString(),
  ...(proof === null ? {} : { proof }),
})
