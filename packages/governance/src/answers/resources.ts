/** Resources as the API returns them: their schemas and values. */

import { AccountId, AmountOut, AnyNames, encodeAmount, namedSchema, TokenId, TopicId } from '@quorate/platform'
import { decide, percentOf, totalVotes, totalWeight, voteId } from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'
import { type Dao, isDecided, type Poll, type Proposal, type Vote } from '../model/dao.ts'

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Percent = Type.Number({ description: 'rounded to two digits, for display' })

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
    votingRules: Type.Object({
      threshold: Type.Number(),
      minVotingPeriod: Type.Number({ description: 'hours' }),
      tokenWeighted: Type.Boolean(),
      tokenId: orNull(TokenId),
      votingDelay: Type.Number({ description: 'the least time from a proposal to the start of its voting, hours' }),
    }),
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
    choice: Type.String(),
    weight: AmountOut,
    comment: Type.Optional(Type.String()),
    number: Type.Integer({ description: 'the number of the vote on its proposal, from 1, in the order of counting' }),
    signed: Type.Boolean({
      description: "whether it carries the voter's own signature; otherwise the service vouches for it",
    }),
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
    quorum: orNull(Type.Number({ description: 'percent of the eligible weight' })),
    validUntil: orNull(
      Type.String({
        description: 'the decision cannot be carried out after this time of the ledger, seconds.nanoseconds',
      }),
    ),
    proposalData: AnyNames(Type.Unknown()),
    votingOptions: Type.Array(Type.String()),
    proposalHash: Type.String({
      description: 'SHA-256 of its record on the topic, hex; voters sign this hash',
    }),
    decision: orNull(
      Type.Object(
        { topicId: TopicId, consensusTimestamp: Type.String() },
        { description: 'where the decision is on the ledger; send it as `dao` to the node API' },
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

export const ResultsOut = namedSchema(
  'Results',
  Type.Object({
    proposalId: Type.String(),
    daoId: Type.String(),
    status: ProposalSummary.properties.status,
    decimals: Type.Integer({ description: 'the decimal places of weights' }),
    options: Type.Array(
      Type.Object({ option: Type.String(), votes: Type.Integer(), weight: AmountOut, percent: Percent }),
    ),
    totalVotes: Type.Integer(),
    totalWeight: AmountOut,
    threshold: Type.Number(),
    quorum: orNull(
      Type.Object({
        percent: Type.Number({ description: 'percent of the eligible weight that must be cast' }),
        eligibleWeight: orNull(AmountOut),
        cast: orNull(Percent),
        reached: Type.Boolean(),
      }),
    ),
    leading: orNull(Type.String({ description: 'the single option ahead' })),
    passing: Type.Boolean({ description: 'whether the proposal passes by these counts' }),
    winner: orNull(Type.String({ description: 'the option adopted, once it is decided' })),
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
  quorum: proposal.quorum,
  validUntil: proposal.validUntil,
  proposalData: proposal.proposalData,
  votingOptions: proposal.options,
  proposalHash: proposal.recordHash,
  decision:
    proposal.dao.topicId === null || proposal.decisionTimestamp === null
      ? null
      : { topicId: proposal.dao.topicId, consensusTimestamp: proposal.decisionTimestamp },
  createdAt: proposal.createdAt.toISOString(),
  updatedAt: proposal.updatedAt.toISOString(),
})

export const voteOut = ({ dao }: Proposal, vote: Vote): Static<typeof VoteOut> => {
  const castAt = vote.castAt.toISOString()
  return {
    voteId: voteId(vote),
    proposalId: vote.proposalId,
    daoId: dao.daoId,
    voterAddress: vote.voter,
    choice: vote.choice,
    weight: encodeAmount(vote.weight),
    ...(vote.comment === null ? {} : { comment: vote.comment }),
    number: vote.number,
    signed: vote.proof !== null,
    createdAt: castAt,
    updatedAt: castAt,
  }
}

export function resultsOut(proposal: Proposal, { counts }: Poll): Static<typeof ResultsOut> {
  const { dao, quorum, eligibleWeight } = proposal
  const cast = totalWeight(counts)
  const decision = decide(counts, { threshold: dao.rules.threshold, quorum }, eligibleWeight)
  return {
    proposalId: proposal.proposalId,
    daoId: dao.daoId,
    status: proposal.status,
    decimals: dao.decimals,
    options: counts.map(({ option, votes, weight }) => ({
      option,
      votes,
      weight: encodeAmount(weight),
      percent: percentOf(weight, cast),
    })),
    totalVotes: totalVotes(counts),
    totalWeight: encodeAmount(cast),
    threshold: dao.rules.threshold,
    quorum:
      quorum === null
        ? null
        : {
            percent: quorum,
            eligibleWeight: eligibleWeight === null ? null : encodeAmount(eligibleWeight),
            cast: eligibleWeight === null ? null : percentOf(cast, eligibleWeight),
            reached: decision.quorumReached === true,
          },
    leading: decision.leading,
    passing: decision.passed,
    winner: proposal.winner,
    final: isDecided(proposal),
  }
}
