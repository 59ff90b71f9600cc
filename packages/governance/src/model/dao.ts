import { type HoldingQuestion, ledgerTimestamp, type RecordedRules } from '@quorate/ledger'
import type { Count } from './tally.ts'

export interface VotingRules {
  /** Percent, above 0 to 100. */
  threshold: number
  /** Hours. */
  minVotingPeriod: number
  tokenWeighted: boolean
  /** null: the native currency, or equal weights. */
  tokenId: string | null
  /** Hours from a proposal to the start of its voting, at least; what a voter held all through them is its weight. */
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
  /** PENDING until it has a topic; INACTIVE by its owner. */
  status: DaoStatus
  topicId: string | null
  rules: VotingRules
  /** Of the weights; 0 for equal ones. */
  decimals: number
  /** Its topic shows every change of its members, and the delay among its rules; DAOs of earlier versions have neither. */
  membersAnchored: boolean
  createdAt: Date
  updatedAt: Date
}

/** The rules as they stand in the DAO's records. */
export const recordedRules = ({ rules, decimals, membersAnchored }: Omit<Dao, 'sequence' | 'status' | 'topicId'>) => {
  const { votingDelay, ...others } = rules
  return { ...others, decimals, ...(membersAnchored ? { votingDelay } : {}) } satisfies RecordedRules
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
  /** By its creator's signature, which stands on the topic. */
  cancelSigned: boolean
  options: string[]
  /** Percent of the eligible weight. */
  quorum: number | null
  proposalData: Record<string, unknown>
  /** SHA-256 of its record, in hex: what voters sign. */
  recordHash: string
  startAt: Date
  endAt: Date
  /** Until when on the ledger its decision may be carried out, `seconds.nanos`; null: without end. */
  validUntil: string | null
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

export const HOUR_MS = 3_600_000

/** Whether a chain's ledger may be silent for hours, so that the age of its newest transaction says nothing of how far its mirror is. */
export const isQuiet = (chain: string): boolean => chain === 'hedera:devnet'

/** The times on the ledger between which the least that a voter held is its weight. */
export function weighedBetween(startMs: number, votingDelay = 0): Pick<HoldingQuestion, 'since' | 'at'> {
  const at = ledgerTimestamp(startMs)
  return votingDelay > 0
    ? { at, since: ledgerTimestamp(Math.max(0, startMs - Math.round(votingDelay * HOUR_MS))) }
    : { at }
}

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
  /** That the signed text names; absent where it is of an earlier version, and names the proposal by its id alone. */
  proposalHash?: string | undefined
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
