import { AccountId, type Http, notFound, PageQuery, pageHeaders } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { Type } from 'typebox'
import { link, pageOf } from '../answers/pages.ts'
import { ProposalSummary, ResultsOut, resultsOut, VoteOut, voteOut } from '../answers/resources.ts'
import { parseVoteId } from '../model/dao.ts'
import type { Service } from '../service.ts'
import { votesOf } from '../store/votes.ts'
import { voteBy } from '../votes/votes.ts'
import { ledgerBudgetErrors } from './errors.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })

const plainVote = {
  proposalId: Type.String({ maxLength: 100 }),
  daoId: Type.String({ maxLength: 100 }),
  voterAddress: AccountId,
  choice: Type.Optional(
    Type.String({ maxLength: 100, description: 'the chosen option, by the voting method `single`' }),
  ),
  choices: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      minItems: 1,
      maxItems: limits.maxManyOptions.value,
      description:
        "the chosen options, by the other voting methods: in the proposal's order, or for `ranked` the preferred one first",
    }),
  ),
  shares: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), {
      maxItems: limits.maxManyOptions.value,
      description: 'for `weighted` and `quadratic`: the percentage of each of the choices, together 100',
    }),
  ),
  sealed: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'the sealed ballot in base64, instead of the fields above, where votes are secret',
    }),
  ),
  comment: Type.Optional(Type.String({ maxLength: 1000 })),
  revision: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.maxVoteRevisions.value,
      description:
        "which vote of its voter it is, by default the first. From 2 on, it replaces the one before, if the DAO's rules allow that",
    }),
  ),
}
export const PlainVote = Type.Object(plainVote, { additionalProperties: false })
export const NewVote = Type.Object(
  {
    ...plainVote,
    ...givenSignatures,
  },
  { additionalProperties: false },
)
const SignedTextOut = Type.Object({
  text: Type.String({ description: 'the text to sign, as it is or as a message (HIP-820)' }),
  proposalHash: ProposalSummary.properties.proposalHash,
})
const tags = ['votes']

/** Adds the endpoints for votes and results. */
export function voteRoutes(http: Http, service: Service): void {
  const { proposals, votes } = service
  http.post(
    '/votes',
    {
      schema: {
        tags,
        summary: 'Cast a vote',
        description:
          "Without `signature` or `signatures` this is the session's own vote. With them it may be anybody's: they sign the text that `POST /votes/text` answers, which is the canonical JSON (RFC 8785) of {chain, choice, comment, daoId, proposalHash, proposalId, voterAddress}, by other voting methods with `choices` and `shares`. Each account votes once, unless the DAO's rules have `votesChangeable`.",
        body: NewVote,
        errors: [
          ledgerBudgetErrors,
          {
            400: [
              'HIDDEN_CHARACTER',
              'INVALID_BYTES',
              'INVALID_KEY',
              'INVALID_RECORD',
              'INVALID_TRANSACTION_BYTES',
              'TOO_MANY_SIGNATURES',
              'UNKNOWN_CHAIN',
              'UNKNOWN_KEY',
              'WRONG_DAO',
            ],
            403: ['NOT_A_MEMBER', 'NOT_YOUR_VOTE', 'NO_HOLDING', 'SIGNATURES_MISSING', 'WRONG_CHAIN'],
            404: ['PROPOSAL_NOT_FOUND'],
            409: ['ALREADY_VOTED', 'REVISION_OUT_OF_ORDER', 'VOTING_CLOSED', 'VOTING_NOT_STARTED'],
            422: ['INVALID_CHOICE', 'INVALID_SIGNATURE', 'NO_KEY', 'VOTES_NOT_CHANGEABLE'],
          },
        ],
        response: { 201: VoteOut },
      },
    },
    async (request, reply) => {
      const { body, session } = request
      const { signature: _one, signatures: _many, ...plain } = body
      const { vote, proposal } = await votes.vote(plain, signaturesIn(body), session)
      reply.status(201)
      return voteOut(proposal, vote)
    },
  )

  http.post(
    '/votes/text',
    {
      schema: {
        tags,
        summary: 'Get the text that a voter signs for a vote',
        description: 'Records nothing. Send the signature with `POST /votes`.',
        body: PlainVote,
        errors: {
          400: ['HIDDEN_CHARACTER', 'WRONG_DAO'],
          403: ['WRONG_CHAIN'],
          404: ['PROPOSAL_NOT_FOUND'],
          422: ['INVALID_CHOICE'],
        },
        response: { 200: SignedTextOut },
      },
    },
    async ({ body, session }) => {
      const proposal = await proposals.find(body.proposalId)
      return { text: votes.textOf(proposal, body, session), proposalHash: proposal.recordHash }
    },
  )

  readRoutes(http, service)
}

/** Adds the endpoints that read votes and results. */
function readRoutes(http: Http, { database, proposals, tallyOf }: Service): void {
  http.get(
    '/votes/:voteId',
    {
      schema: {
        tags,
        summary: 'Get a vote',
        params: Type.Object({ voteId: Type.String({ maxLength: 100 }) }),
        errors: { 404: ['PROPOSAL_NOT_FOUND', 'VOTE_NOT_FOUND'] },
        response: { 200: VoteOut },
      },
    },
    async ({ params }) => {
      const named = parseVoteId(params.voteId)
      if (!named) throw notFound('VOTE_NOT_FOUND', `The vote ${params.voteId} does not exist`)
      const proposal = await proposals.find(named.proposalId)
      return voteOut(proposal, await voteBy(database, proposal, { number: named.number }))
    },
  )

  http.get(
    '/votes/proposal/:proposalId',
    {
      schema: {
        tags,
        summary: 'List the votes on a proposal',
        description: 'Newest first. A page of large votes is shorter.',
        params: ProposalPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: { ...Type.Array(VoteOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const proposal = await proposals.find(params.proposalId)
      const { items, isFull } = await votesOf(database.read, proposal, page)
      link(reply, `/votes/proposal/${proposal.proposalId}`, page, items, ({ number }) => number, isFull)
      return items.map((vote) => voteOut(proposal, vote))
    },
  )

  http.get(
    '/votes/proposal/:proposalId/voter/:voterAddress',
    {
      schema: {
        tags,
        summary: 'Get the vote of one voter on a proposal',
        params: Type.Object({ ...ProposalPath.properties, voterAddress: AccountId }),
        errors: { 404: ['PROPOSAL_NOT_FOUND', 'VOTE_NOT_FOUND'] },
        response: { 200: VoteOut },
      },
    },
    async ({ params }) => {
      const proposal = await proposals.find(params.proposalId)
      return voteOut(proposal, await voteBy(database, proposal, { voter: params.voterAddress }))
    },
  )

  http.get(
    '/votes/proposal/:proposalId/results',
    {
      schema: {
        tags,
        summary: 'Get the results of a proposal',
        description: 'The count so far, until `final` is true.',
        params: ProposalPath,
        errors: { 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: ResultsOut },
      },
    },
    async ({ params }) => {
      const proposal = await proposals.find(params.proposalId)
      return resultsOut(proposal, await tallyOf(proposal))
    },
  )
}
