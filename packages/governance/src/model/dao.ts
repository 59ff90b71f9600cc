import type { Count, Proof, RecordedRules } from '@quorate/verify/recount'

export interface VotingRules {
  /** Percent, 1 to 100. */
  threshold: number
  /** Hours. */
  minVotingPeriod: number
  tokenWeighted: boolean
  /** null for the native currency and for equal weights. */
  tokenId: string | null
  /**
   * The shortest time from a proposal to the start of its voting, in hours. A voter's weight is the least that it held
   * during this time.
   */
  votingDelay: number
}

export type DaoStatus = 'PENDING' | 'ACTIVE' | 'INACTIVE'

export interface Dao {
  daoId: string
  sequence: bigint
  chain: string
  name: string
  description: string
  owner: string
  /** PENDING until the DAO has a topic; INACTIVE once its owner has set that. */
  status: DaoStatus
  topicId: string | null
  rules: VotingRules
  /** Decimals of the weights; 0 for equal weights. */
  decimals: number
  createdAt: Date
  updatedAt: Date
}

/** The rules as they are in the DAO's records. */
export const recordedRules = ({ rules, decimals }: Pick<Dao, 'rules' | 'decimals'>) =>
  ({ ...rules, decimals }) satisfies RecordedRules

export type ProposalStatus = 'PENDING' | 'ACTIVE' | 'PASSED' | 'REJECTED'

export interface Proposal {
  proposalId: string
  sequence: bigint
  dao: Dao
  title: string
  description: string
  creator: string
  status: ProposalStatus
  cancelled: boolean
  /** Whether the creator signed the cancellation. The signature is on the topic. */
  cancelSigned: boolean
  options: string[]
  /** Percent of the eligible weight. */
  quorum: number | null
  proposalData: Record<string, unknown>
  /** SHA-256 of the proposal's record, in hex. The text that voters sign contains it. */
  recordHash: string
  startAt: Date
  endAt: Date
  /** The last ledger time at which the decision may be carried out, `seconds.nanos`; null without a limit. */
  validUntil: string | null
  /** The accounts that may vote, once voting has started: the Merkle root over their ids, and their number. */
  electorate: { root: string; size: number } | null
  /** null while it is not known, and if no quorum needs it. */
  eligibleWeight: bigint | null
  winner: string | null
  /** The consensus timestamp of the decision, once it is on the topic. */
  decisionTimestamp: string | null
  createdAt: Date
  updatedAt: Date
}

export const isDecided = ({ status }: Pick<Proposal, 'status'>): boolean => status === 'PASSED' || status === 'REJECTED'

/**
 * Whether a chain's ledger may be silent for hours. The age of its newest transaction then does not show how far its
 * mirror is behind.
 */
export const isQuiet = (chain: string): boolean => chain === 'hedera:devnet'

/** A proposal's running count. */
export interface Poll {
  open: boolean
  castCount: number
  counts: Count[]
  /** Whether a job is due that writes more votes on the topic. */
  batching: boolean
  /** How many votes are in batches, and how many batches there are. */
  batched: number
  batches: number
}

export interface Vote {
  proposalId: string
  /** Counts from 1 without gaps, in counting order. */
  number: number
  voter: string
  choice: string
  weight: bigint
  comment: string | null
  proof: Proof | null
  castAt: Date
}

export function parseVoteId(text: string): { proposalId: string; number: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9][0-9]{0,8})$/.exec(text)
  return match?.[1] && isUuid(match[1]) ? { proposalId: match[1], number: Number(match[2]) } : undefined
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
