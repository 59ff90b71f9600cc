import type { VotingMethod } from '@quorate/verify/recount'

/** The body of a proposal, as the request states it. */
export interface ProposalBody {
  daoId: string
  title: string
  description: string
  creatorAddress: string
  votingDurationHours: number
  proposalData?: Record<string, unknown>
  votingOptions?: string[]
  votingMethod?: VotingMethod
  /** ISO 8601 */
  startTime?: string
  quorum?: number | null
  quorumFraction?: string | null
  optimistic?: boolean
  area?: string | null
  /** ISO 8601 or `seconds.nanos` */
  validUntil?: string | null
}
