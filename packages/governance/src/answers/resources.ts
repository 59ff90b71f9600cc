/** Resources as the API returns them: their schemas and values. */

import { AccountId, AmountOut, AnyNames, encodeAmount, namedSchema, TokenId, TopicId } from '@quorate/platform'
import {
  ballotOf,
  ballotText,
  optimisticKinds,
  resultFigures,
  type Tally,
  voteId,
  votingMethods,
} from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'
import {
  type Dao,
  executableFrom,
  isDecided,
  isVetoLate,
  type Proposal,
  ruleOfProposal,
  type Vote,
} from '../model/dao.ts'
import type { Delegation } from '../model/delegation.ts'
import type { RulesVersion } from '../model/rules.ts'

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Percent = Type.Number({
  description: 'rounded to two digits, for display; never across the threshold or quorum',
})
export const Method = Type.Enum([...votingMethods])
export const Kind = Type.Enum([...optimisticKinds])

const VotingRulesOut = Type.Object({
  threshold: Type.Number({ description: 'percent' }),
  thresholdFraction: Type.Optional(
    Type.String({ description: 'the exact share, such as 2/3; `threshold` is it in percent, rounded' }),
  ),
  minVotingPeriod: Type.Number({ description: 'hours' }),
  tokenWeighted: Type.Boolean(),
  tokenId: orNull(TokenId),
  votingDelay: Type.Number({ description: 'the least time from a proposal to the start of its voting, hours' }),
  votingMethods: Type.Optional(
    Type.Array(Method, { description: 'the voting methods of its proposals; if absent, only `single`' }),
  ),
  maxOptions: Type.Optional(
    Type.Integer({ description: 'the maximum number of options of a proposal; if absent, five' }),
  ),
  votesChangeable: Type.Optional(
    Type.Boolean({ description: 'whether voters may replace their votes until the end; if absent, not' }),
  ),
  delegation: Type.Optional(Type.Boolean({ description: 'whether members may delegate their votes; if absent, not' })),
  areas: Type.Optional(
    Type.Array(Type.String(), {
      description: 'topics of proposals, for each of which members may name another delegate; if absent, none',
    }),
  ),
  quorum: Type.Optional(Type.Number({ description: 'the least quorum of a proposal, percent' })),
  quorumFraction: Type.Optional(
    Type.String({ description: 'the exact share, such as 1/3; `quorum` is it in percent, rounded' }),
  ),
  maxVotingPeriod: Type.Optional(Type.Number({ description: 'hours' })),
  proposers: Type.Optional(
    Type.Array(AccountId, { description: 'the only members who may propose; if absent, all may' }),
  ),
  proposalWeight: Type.Optional(Type.String({ description: 'what a member must hold to propose, in smallest units' })),
  secretVotes: Type.Optional(Type.Boolean({ description: 'whether votes are sealed until the end; if absent, not' })),
  networkKey: Type.Optional(
    Type.String({ description: 'the only network of nodes whose key may seal secret votes; if absent, any' }),
  ),
  membersByProposal: Type.Optional(
    Type.Boolean({ description: 'whether only proposals add and remove members; if absent, the owner may, too' }),
  ),
  executionDelay: Type.Optional(
    Type.Number({ description: 'the hours after a decision in which nothing of it is carried out' }),
  ),
  veto: Type.Optional(
    Type.Unsafe<string>({ ...AccountId, description: 'the account that may veto a passed proposal in these hours' }),
  ),
  emergency: Type.Optional(
    Type.Unsafe<string>({ ...AccountId, description: 'the account that may change the rules at once' }),
  ),
  objections: Type.Optional(
    Type.Number({
      description:
        'the percentage of the eligible weight that stops an optimistic proposal by voting NO; if absent, no proposal is optimistic',
    }),
  ),
  objectionsFraction: Type.Optional(
    Type.String({ description: 'the exact share, such as 1/10; `objections` is it in percent, rounded' }),
  ),
  objectionPeriod: Type.Optional(Type.Number({ description: 'the shortest vote on an optimistic proposal, hours' })),
  optimisticProposers: Type.Optional(
    Type.Array(AccountId, { description: 'the only members who may propose optimistically; if absent, all proposers' }),
  ),
  optimisticKinds: Type.Optional(
    Type.Array(Kind, { description: 'what an optimistic proposal may be; if absent, `text` and `operation`' }),
  ),
})

export const DaoSummary = namedSchema(
  'DaoSummary',
  Type.Object({
    daoId: Type.String(),
    chain: Type.String(),
    name: Type.String(),
    description: Type.String(),
    ownerAddress: AccountId,
    status: Type.Enum(['PENDING', 'ACTIVE', 'INACTIVE'], {
      description: 'PENDING until it has its consensus topic; INACTIVE accepts no new proposals',
    }),
    votingRules: VotingRulesOut,
    rulesNumber: Type.Integer({ description: 'the number of these rules, from 1' }),
    topicId: orNull(TopicId),
    createdAt: Time,
    updatedAt: Time,
  }),
)

export const VoteOut = namedSchema(
  'Vote',
  Type.Object({
    voteId: Type.String(),
    proposalId: Type.String(),
    daoId: Type.String(),
    voterAddress: AccountId,
    choice: Type.String({ description: 'the chosen option; by other voting methods than `single`, the vote in words' }),
    choices: Type.Optional(
      Type.Array(Type.String(), {
        description: 'by the other voting methods; for `ranked`, the preferred option first',
      }),
    ),
    shares: Type.Optional(
      Type.Array(Type.Integer(), {
        description: 'the percentage of each of the choices, for `weighted` and `quadratic`',
      }),
    ),
    sealed: Type.Optional(
      Type.String({
        description: 'the sealed ballot, base64, where votes are secret; `choice` is empty until the end',
      }),
    ),
    invalid: Type.Optional(Type.String({ description: 'why a sealed ballot that was opened counts for no option' })),
    weight: AmountOut,
    comment: Type.Optional(Type.String()),
    number: Type.Integer({ description: 'the number of the vote on its proposal, from 1, in the order of counting' }),
    signed: Type.Boolean({
      description: "whether it carries the voter's own signature; otherwise the service vouches for it",
    }),
    revision: Type.Optional(
      Type.Integer({ description: 'which vote of its voter it is, from 2; absent for the first' }),
    ),
    replaced: Type.Optional(Type.Boolean({ description: 'true if its voter has replaced it; absent otherwise' })),
    createdAt: Time,
    updatedAt: Time,
  }),
)

export const ProposalSummary = namedSchema(
  'ProposalSummary',
  Type.Object({
    proposalId: Type.String(),
    daoId: Type.String(),
    chain: Type.String(),
    title: Type.String(),
    description: Type.String(),
    creatorAddress: AccountId,
    status: Type.Enum(['PENDING', 'ACTIVE', 'PASSED', 'REJECTED']),
    cancelled: Type.Boolean(),
    cancellation: orNull(
      Type.Object({
        cancelledAt: Time,
        signed: Type.Boolean({
          description: 'whether its creator has signed it; otherwise the service vouches for it',
        }),
      }),
    ),
    startTime: Time,
    endTime: Time,
    votingMethod: { ...Method, description: 'how votes name options, and how they are counted' },
    quorum: orNull(Type.Number({ description: 'percent of the eligible weight' })),
    quorumFraction: orNull(
      Type.String({ description: 'the exact share, such as 1/3; `quorum` is it in percent, rounded' }),
    ),
    area: orNull(Type.String({ description: 'the area of the DAO that it is about' })),
    optimistic: Type.Boolean({
      description: 'whether it passes unless the `objections` of its rules are reached',
    }),
    validUntil: orNull(
      Type.String({
        description: 'the decision cannot be carried out after this time of the ledger, seconds.nanoseconds',
      }),
    ),
    proposalData: AnyNames(Type.Unknown()),
    votingOptions: Type.Array(Type.String()),
    votingRules: Type.Unsafe<Static<typeof VotingRulesOut>>({
      ...VotingRulesOut,
      description: 'the rules that decide it: those that its DAO had when it was submitted',
    }),
    proposalHash: Type.String({
      description: 'SHA-256 of its record on the topic, hex; voters sign this hash',
    }),
    ballotKey: orNull(
      Type.Object(
        {
          topicId: TopicId,
          publicKey: Type.String({ description: 'X25519, hex' }),
          networkKey: Type.String({ description: 'Ed25519, hex' }),
          signature: Type.String({ description: "the network key's signature of what the key is for, hex" }),
        },
        { description: 'the key that ballots are sealed with, where votes are secret' },
      ),
    ),
    decision: orNull(
      Type.Object(
        { topicId: TopicId, consensusTimestamp: Type.String() },
        { description: 'where the decision is on the ledger; send it as `dao` to the node API' },
      ),
    ),
    execution: orNull(
      Type.Object(
        {
          executableAt: orNull(
            Type.Unsafe<string>({ ...Time, description: 'null while the decision is not on the topic' }),
          ),
          vetoed: orNull(
            Type.Object(
              { by: AccountId, vetoedAt: Time, reason: orNull(Type.String()) },
              { description: 'the veto against it; null also for one that reached the topic after the delay' },
            ),
          ),
        },
        {
          description:
            'when what it permits may be carried out, in consensus time, if it passed and its rules have an `executionDelay`',
        },
      ),
    ),
    walletRefusal: orNull(
      Type.Object(
        {
          code: orNull(Type.String()),
          message: Type.String(),
          refusedAt: Time,
        },
        {
          description:
            "why the multi-signature service refused for good to open the wallet's request that it permits: the code and message of that service",
        },
      ),
    ),
    createdAt: Time,
    updatedAt: Time,
  }),
)

export const ProposalOut = namedSchema(
  'Proposal',
  Type.Object({
    ...ProposalSummary.properties,
    votes: Type.Array(VoteOut, { description: 'the newest 100, fewer if the answer has many proposals' }),
    votesTruncated: Type.Boolean({ description: 'whether there are more: see `GET /votes/proposal/{proposalId}`' }),
  }),
)

export const DaoOut = namedSchema(
  'Dao',
  Type.Object({
    ...DaoSummary.properties,
    memberCount: Type.Integer(),
    members: Type.Array(AccountId, { description: 'the newest 100, always with the owner' }),
    membersTruncated: Type.Boolean({ description: 'whether there are more: see `GET /daos/{daoId}/members`' }),
    proposals: Type.Array(ProposalOut, {
      description: 'the newest 100, fewer if they are large or the answer has many DAOs',
    }),
    proposalsTruncated: Type.Boolean({ description: 'whether there are more: see `GET /proposals/dao/{daoId}`' }),
  }),
)

export const DelegationOut = namedSchema(
  'Delegation',
  Type.Object({
    daoId: Type.String(),
    account: AccountId,
    delegate: orNull(AccountId),
    area: orNull(
      Type.String({ description: 'the area that it is for; null if it is for all without one of their own' }),
    ),
    number: Type.Integer({ description: 'which delegation of the account in this DAO it is; 0 if there was none' }),
    signed: Type.Boolean({
      description: "whether it carries the member's own signature; otherwise the service vouches for it",
    }),
    changedAt: orNull(Time),
  }),
)

export const OwnDelegationOut = namedSchema(
  'OwnDelegation',
  Type.Object({
    ...DelegationOut.properties,
    areas: Type.Array(DelegationOut, { description: 'the delegations of the account for areas' }),
    lastNumber: Type.Integer({ description: 'the number of its last delegation of all; 0 if there was none' }),
  }),
)

export const RulesOut = namedSchema(
  'Rules',
  Type.Object({
    daoId: Type.String(),
    number: Type.Integer({ description: 'from 1, the rules that the DAO was founded with' }),
    votingRules: VotingRulesOut,
    members: orNull(
      Type.Object(
        { add: Type.Optional(Type.Array(AccountId)), remove: Type.Optional(Type.Array(AccountId)) },
        { description: 'accounts that joined and left with this change' },
      ),
    ),
    proposalId: orNull(Type.String({ description: 'the proposal that decided this' })),
    emergency: orNull(Type.Unsafe<string>({ ...AccountId, description: 'the account that changed them at once' })),
    changedAt: Time,
  }),
)

export const ResultsOut = namedSchema(
  'Results',
  Type.Object({
    proposalId: Type.String(),
    daoId: Type.String(),
    status: ProposalSummary.properties.status,
    decimals: Type.Integer({ description: "the decimal places of voters' weights" }),
    optionDecimals: Type.Integer({ description: "the decimal places of the options' weights" }),
    votingMethod: ProposalSummary.properties.votingMethod,
    options: Type.Array(
      Type.Object({ option: Type.String(), votes: Type.Integer(), weight: AmountOut, percent: Percent }),
    ),
    totalVotes: Type.Integer({ description: 'the number of voters' }),
    totalWeight: AmountOut,
    delegatedVotes: Type.Integer({ description: 'how many of these votes are those of delegates for others' }),
    threshold: Type.Number({ description: 'percent' }),
    thresholdFraction: orNull(Type.String({ description: 'the exact share, such as 2/3' })),
    support: orNull(
      Type.Object(
        {
          option: Type.String(),
          percent: Percent,
          missing: orNull(AmountOut),
        },
        {
          description:
            'the option that can be adopted, its percentage of the weight that decides, and how much more weight for it alone would adopt it, with `optionDecimals` (null if none would)',
        },
      ),
    ),
    quorum: orNull(
      Type.Object({
        percent: Type.Number({ description: 'percent of the eligible weight that must be cast' }),
        fraction: orNull(Type.String({ description: 'the exact share, such as 1/3' })),
        eligibleWeight: orNull(AmountOut),
        cast: orNull(Percent),
        reached: Type.Boolean(),
        missing: orNull({ ...AmountOut, description: 'the weight that has yet to be cast' }),
      }),
    ),
    objections: orNull(
      Type.Object(
        {
          percent: Type.Number({ description: 'percent of the eligible weight that stops it' }),
          fraction: orNull(Type.String({ description: 'the exact share, such as 1/10' })),
          weight: { ...AmountOut, description: 'the weight that voted NO' },
          eligibleWeight: orNull(AmountOut),
          share: orNull(Percent),
          reached: Type.Boolean({ description: 'whether they stop it' }),
          missing: orNull({ ...AmountOut, description: 'how much more weight would stop it' }),
        },
        { description: 'of an optimistic proposal, which they alone decide; otherwise null' },
      ),
    ),
    leading: orNull(Type.String({ description: 'the single option ahead' })),
    passing: orNull(
      Type.Boolean({ description: 'whether the proposal passes by these counts; null while ballots are sealed' }),
    ),
    winner: orNull(Type.String({ description: 'the option adopted, once it is decided' })),
    rounds: orNull(
      Type.Array(
        Type.Object({
          weights: Type.Array(orNull(AmountOut), { description: 'of each option; null once it is eliminated' }),
          exhausted: { ...AmountOut, description: 'the weight of votes that name no option that is left' },
          eliminated: orNull(Type.String({ description: 'the option that is eliminated after this round' })),
        }),
        { description: 'the rounds of the instant runoff, by the voting method `ranked`' },
      ),
    ),
    final: Type.Boolean(),
  }),
)

export const daoSummary = (dao: Omit<Dao, 'sequence'>): Static<typeof DaoSummary> => ({
  daoId: dao.daoId,
  chain: dao.chain,
  name: dao.name,
  description: dao.description,
  ownerAddress: dao.owner,
  status: dao.status,
  votingRules: dao.rules,
  rulesNumber: dao.rulesNumber,
  topicId: dao.topicId,
  createdAt: dao.createdAt.toISOString(),
  updatedAt: dao.updatedAt.toISOString(),
})

export const proposalSummary = (proposal: Proposal): Static<typeof ProposalSummary> => ({
  proposalId: proposal.proposalId,
  daoId: proposal.dao.daoId,
  chain: proposal.dao.chain,
  title: proposal.title,
  description: proposal.description,
  creatorAddress: proposal.creator,
  status: proposal.status,
  cancelled: proposal.cancelled,
  cancellation: proposal.cancelled
    ? { cancelledAt: proposal.updatedAt.toISOString(), signed: proposal.cancelSigned }
    : null,
  startTime: proposal.startAt.toISOString(),
  endTime: proposal.endAt.toISOString(),
  votingMethod: proposal.votingMethod,
  quorum: proposal.quorum,
  quorumFraction: proposal.quorumFraction,
  area: proposal.area,
  optimistic: proposal.optimistic,
  validUntil: proposal.validUntil,
  proposalData: proposal.proposalData,
  votingOptions: proposal.options,
  votingRules: proposal.dao.rules,
  proposalHash: proposal.recordHash,
  ballotKey: proposal.ballotKey,
  decision:
    proposal.dao.topicId === null || proposal.decisionTimestamp === null
      ? null
      : { topicId: proposal.dao.topicId, consensusTimestamp: proposal.decisionTimestamp },
  execution: executionOut(proposal),
  walletRefusal: proposal.walletRefusal && {
    code: proposal.walletRefusal.code,
    message: proposal.walletRefusal.message,
    refusedAt: proposal.walletRefusal.at.toISOString(),
  },
  createdAt: proposal.createdAt.toISOString(),
  updatedAt: proposal.updatedAt.toISOString(),
})

function executionOut(proposal: Proposal): Static<typeof ProposalSummary>['execution'] {
  const { status, dao, veto } = proposal
  if (status !== 'PASSED' || dao.rules.executionDelay === undefined) return null
  const from = executableFrom(proposal)
  return {
    executableAt: from === null ? null : new Date(from).toISOString(),
    vetoed:
      veto && !isVetoLate(proposal) ? { by: veto.account, vetoedAt: veto.at.toISOString(), reason: veto.reason } : null,
  }
}

export const voteOut = ({ dao, votingMethod }: Proposal, vote: Vote): Static<typeof VoteOut> => {
  const castAt = vote.castAt.toISOString()
  return {
    voteId: voteId(vote),
    proposalId: vote.proposalId,
    daoId: dao.daoId,
    voterAddress: vote.voter,
    ...ballotOf({ ...vote.ballot, ...vote.opened?.ballot }),
    choice: ballotText(votingMethod, vote.opened?.ballot ?? vote.ballot),
    ...(vote.opened?.invalid === undefined ? {} : { invalid: vote.opened.invalid }),
    weight: encodeAmount(vote.weight),
    ...(vote.comment === null ? {} : { comment: vote.comment }),
    number: vote.number,
    signed: vote.proof !== null,
    ...(vote.revision === 1 ? {} : { revision: vote.revision }),
    ...(vote.replaced ? { replaced: true } : {}),
    createdAt: castAt,
    updatedAt: castAt,
  }
}

export const delegationOut = (
  daoId: string,
  { account, delegate, area, number, changedAt, proof }: Omit<Delegation, 'changedAt'> & { changedAt: Date | null },
): Static<typeof DelegationOut> => ({
  daoId,
  account,
  delegate,
  area,
  number,
  signed: proof !== null,
  changedAt: changedAt?.toISOString() ?? null,
})

export const rulesOut = (daoId: string, version: RulesVersion): Static<typeof RulesOut> => ({
  daoId,
  number: version.number,
  votingRules: version.rules,
  members: version.members,
  proposalId: version.proposalId,
  emergency: version.emergency?.account ?? null,
  changedAt: version.changedAt.toISOString(),
})

/** @param tally includes rankings and delegated votes */
export function resultsOut(proposal: Proposal, tally: Tally): Static<typeof ResultsOut> {
  const { proposalId, dao, status, votingMethod, eligibleWeight, winner } = proposal
  const { decimals } = dao
  const isSealed = proposal.ballotKey !== null && proposal.ballotSecret === null && !isDecided(proposal)
  return {
    proposalId,
    daoId: dao.daoId,
    status,
    decimals,
    votingMethod,
    ...resultFigures(tally, { ...ruleOfProposal(proposal), decimals, isSealed }, eligibleWeight),
    winner,
    final: isDecided(proposal),
  }
}
