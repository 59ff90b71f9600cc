import type { Proof } from '@quorate/verify/recount'
import type { VotingRules } from './dao.ts'

/** A DAO's rules, in force from one change to the next. */
export interface RulesVersion {
  /** 1 for the rules of the DAO's founding. */
  number: number
  rules: VotingRules
  /** Those who joined and left with this change; null if nobody did. */
  members: { add?: string[]; remove?: string[] } | null
  /** The proposal that decided these rules. */
  proposalId: string | null
  /** The account that changed the rules without a proposal, with its signatures. */
  emergency: { account: string; proof: Pick<Proof, 'keyAt' | 'signatures'> } | null
  changedAt: Date
}

/** A veto against a passed proposal, with its account's signatures. */
export interface Veto {
  account: string
  reason: string | null
  proof: Pick<Proof, 'keyAt' | 'signatures'>
  at: Date
}
