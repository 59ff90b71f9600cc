import {
  type Ballot,
  type BallotKey,
  delayMsOf,
  needsAllWeights,
  type OpenedBallot,
  type Proof,
  type RecordedRules,
  ruleOf,
  type Tally,
  type VotingMethod,
} from '@quorate/verify/recount'

/** A DAO's rules. */
export type VotingRules = Omit<RecordedRules, 'decimals'> & { votingDelay: number }

/** Rules that are optional in a DAO. */
export type FurtherRules = Omit<
  VotingRules,
  'threshold' | 'minVotingPeriod' | 'tokenWeighted' | 'tokenId' | 'votingDelay'
>

export type DaoStatus = 'PENDING' | 'ACTIVE' | 'INACTIVE'

export interface Dao {
  daoId: string
  sequence: bigint
  chain: string
  name: string
  description: string
  owner: string
  /** In the DAO of a proposal: the rules that decide that proposal, which may differ from the current ones. */
  rules: VotingRules
  /** The number of the current rules, 1 for the first. */
  rulesNumber: number
  /** PENDING until the DAO has a topic; INACTIVE if its owner has set that. */
  status: DaoStatus
  topicId: string | null
  /** Decimals of the weights; 0 for equal weights. */
  decimals: number
  createdAt: Date
  updatedAt: Date
}

type HowVoted = Pick<Proposal, 'options' | 'votingMethod' | 'dao' | 'ballotKey'>
/** How the votes of a proposal are read and counted. */
export const votingOf = ({ options, votingMethod, dao, ballotKey }: HowVoted) => ({
  votingOptions: options,
  votingMethod,
  ballotKey: ballotKey ?? undefined,
  decimals: dao.decimals,
})

/** Whether the weights of all its eligible voters must be known. */
export const needsWeights = ({ dao, quorum, optimistic }: Pick<Proposal, 'dao' | 'quorum' | 'optimistic'>): boolean =>
  needsAllWeights({ votingRules: dao.rules, quorum, optimistic: trueOr(optimistic) })

/** The rule that decides a proposal. */
export const ruleOfProposal = ({ votingMethod, dao, quorum, quorumFraction, optimistic }: Proposal) =>
  ruleOf({
    ...{ votingMethod, votingRules: dao.rules, quorum, quorumFraction: quorumFraction ?? undefined },
    optimistic: trueOr(optimistic),
  })

/** Records omit fields that are false. */
const trueOr = (value: boolean): true | undefined => value || undefined

/** The rules as they are in the DAO's records. */
export const recordedRules = ({ rules, decimals }: Pick<Dao, 'rules' | 'decimals'>) =>
  ({ ...rules, decimals }) satisfies RecordedRules

/** Converts rules from the form of records to the service's form. */
export const rulesFrom = ({ decimals: _decimals, votingDelay = 0, ...rules }: RecordedRules): VotingRules => ({
  ...rules,
  votingDelay,
})

/** How an account becomes a member, for the errors of those who are not. */
export const howToJoin = ({ rules, owner }: Pick<Dao, 'rules' | 'owner'>): string =>
  rules.membersByProposal ? 'Only proposals of the DAO add members' : `Its owner, ${owner}, adds members`

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
  votingMethod: VotingMethod
  /** Percent of the eligible weight. */
  quorum: number | null
  /** Such as `1/3`. If present, it decides, and `quorum` is its rounded percentage. */
  quorumFraction: string | null
  /** The area that the proposal is about; null if none. */
  area: string | null
  /** Whether it passes unless objections stop it. */
  optimistic: boolean
  proposalData: Record<string, unknown>
  /** SHA-256 of the proposal's record, in hex. The text that voters sign contains it. */
  recordHash: string
  /** If votes are secret: the public key that seals ballots. */
  ballotKey: BallotKey | null
  /** The private ballot key, once all ballots are opened. */
  ballotSecret: string | null
  startAt: Date
  endAt: Date
  /** The last ledger time at which the decision may be carried out, `seconds.nanos`; null without a limit. */
  validUntil: string | null
  /** The accounts that may vote, once voting has started: the Merkle root over their ids, and their number. */
  electorate: { root: string; size: number } | null
  /** null while it is not known, and if nothing needs it. */
  eligibleWeight: bigint | null
  winner: string | null
  /** The consensus timestamp of the decision, once it is on the topic. */
  decisionTimestamp: string | null
  /** When it had fully reached the ledger. */
  decisionCompletedAt: string | null
  /** Why the wallet request that it permits was not opened; null if there is no such reason. */
  walletRefusal: { code: string | null; message: string; at: Date } | null
  /** The veto against it; null if there is none. */
  veto: {
    account: string
    reason: string | null
    at: Date
    /** When its record had fully reached the ledger; null while that is not known. */
    completedAt: string | null
  } | null
  createdAt: Date
  updatedAt: Date
}

/**
 * When a passed proposal may be carried out, in milliseconds of consensus time; null while its decision is not on the
 * topic.
 */
export const executableFrom = ({
  dao,
  decisionCompletedAt,
}: Pick<Proposal, 'dao' | 'decisionCompletedAt'>): number | null =>
  decisionCompletedAt === null ? null : millisecondsOf(decisionCompletedAt) + delayMsOf(dao.rules)

/**
 * Whether the proposal's veto reached the topic after the delay. Such a veto stops nothing, neither here nor in a
 * recount.
 */
export function isVetoLate(proposal: Pick<Proposal, 'dao' | 'decisionCompletedAt' | 'veto'>): boolean {
  const completedAt = proposal.veto?.completedAt ?? null
  const until = executableFrom(proposal)
  return completedAt !== null && until !== null && millisecondsOf(completedAt) >= until
}

const millisecondsOf = (timestamp: string): number => Math.floor(Number(timestamp) * 1000)

export const isDecided = ({ status }: Pick<Proposal, 'status'>): boolean => status === 'PASSED' || status === 'REJECTED'

/**
 * Whether a chain's ledger may have no transactions for hours. The age of the newest one then does not show how far the
 * mirror is behind.
 */
export const isQuiet = (chain: string): boolean => chain === 'hedera:devnet'

/** A proposal's running count. */
export interface Poll {
  open: boolean
  /** All votes, including replaced ones. */
  castCount: number
  /** Without rankings: with the method `ranked`, they are read separately. */
  tally: Tally
  /** Whether a job that writes more votes on the topic is due. */
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
  ballot: Ballot
  weight: bigint
  comment: string | null
  proof: Proof | null
  castAt: Date
  /** The number of this vote among its voter's successive votes, from 1. */
  revision: number
  /** Whether its voter has replaced it. */
  replaced: boolean
  /** The ballot of a secret vote, once it was opened. */
  opened?: OpenedBallot | undefined
}

export function parseVoteId(text: string): { proposalId: string; number: number } | undefined {
  const match = /^([0-9a-f-]{36})-([1-9][0-9]{0,8})$/.exec(text)
  return match?.[1] && isUuid(match[1]) ? { proposalId: match[1], number: Number(match[2]) } : undefined
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
