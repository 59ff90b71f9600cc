import { ledgerTimestamp } from '@quorate/ledger'
import type { Count } from './tally.ts'

export interface VotingRules {
  /** Percent, above 0 to 100. */
  threshold: number
  /** Hours. */
  minVotingPeriod: number
  tokenWeighted: boolean
  /** null: the native currency, or equal weights. */
  tokenId: string | null
}

export type DaoStatus = 'PENDING' | 'ACTIVE' | 'INACTIVE'

export interface Dao {
  daoId: string
  sequence: bigint
  chain: string
  name: string
  description: string
  owner: string
  /** PENDING until it has a topic; INACTIVE by its owner. */
  status: DaoStatus
  topicId: string | null
  rules: VotingRules
  /** Of the weights; 0 for equal ones. */
  decimals: number
  createdAt: Date
  updatedAt: Date
}

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
  options: string[]
  /** Percent of the eligible weight. */
  quorum: number | null
  proposalData: Record<string, unknown>
  startAt: Date
  endAt: Date
  /** Who may vote, once it has started: the Merkle root over their ids, and how many they are. */
  electorate: { root: string; size: number } | null
  /** null while it is not known, or nothing asks for it. */
  eligibleWeight: bigint | null
  winner: string | null
  /** Where its decision stands on the topic, once it does. */
  decisionTimestamp: string | null
  createdAt: Date
  updatedAt: Date
}

export const isDecided = ({ status }: Pick<Proposal, 'status'>): boolean => status === 'PASSED' || status === 'REJECTED'

/** A service's clock is not the ledger's: times of theirs that differ by less say nothing. Milliseconds. */
export const CLOCKS_MS = 60_000

/** The ledger's time at which holdings count. */
export const weighedAt = ({ startAt }: Pick<Proposal, 'startAt'>): string => ledgerTimestamp(startAt.getTime())

/** A proposal's running count. */
export interface Poll {
  open: boolean
  castCount: number
  counts: Count[]
  /** A job to write what is not yet on the topic is due. */
  batching: boolean
  /** How many votes are in batches, and how many batches there are. */
  batched: number
  batches: number
}

/** Signatures of the voter, or of those who together are the voter, by its key on the ledger at a time. */
export interface Proof {
  /** `seconds.nanos` */
  keyAt: string
  /** Raw hex. */
  signatures: { publicKey: string; signature: string }[]
}

export interface Vote {
  proposalId: string
  /** From 1, without gaps, in the order in which votes were counted. */
  number: number
  voter: string
  choice: string
  weight: bigint
  comment: string | null
  proof: Proof | null
  castAt: Date
}

export const voteId = ({ proposalId, number }: Pick<Vote, 'proposalId' | 'number'>): string => `${proposalId}-${number}`

export function parseVoteId(text: string): { proposalId: string; number: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9][0-9]{0,8})$/.exec(text)
  return match?.[1] && isUuid(match[1]) ? { proposalId: match[1], number: Number(match[2]) } : undefined
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
