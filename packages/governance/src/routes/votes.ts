import { AccountId, type Http, notFound, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { link, pageOf } from '../answers/pages.ts'
import { ProposalSummary, ResultsOut, resultsOut, VoteOut, voteOut } from '../answers/resources.ts'
import { parseVoteId } from '../model/dao.ts'
import type { Service } from '../service.ts'
import { readPoll } from '../store/proposals.ts'
import { votesOf } from '../store/votes.ts'
import { voteBy } from '../votes/vote.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })

const plainVote = {
  proposalId: Type.String({ maxLength: 100 }),
  daoId: Type.String({ maxLength: 100 }),
  voterAddress: AccountId,
  choice: Type.String({ maxLength: 100 }),
  comment: Type.Optional(Type.String({ maxLength: 1000 })),
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
  text: Type.String({ description: 'to be signed as it is, or by a wallet as a message' }),
  proposalHash: ProposalSummary.properties.proposalHash,
})
const tags = ['votes']

/** Votes and their results. */
export function voteRoutes(http: Http, { database, proposals, votes }: Service): void {
  http.post(
    '/votes',
    {
      schema: {
        tags,
        summary: 'Cast a vote',
        description:
          "The session's own vote; or anybody's that carries the voter's `signature`, or `signatures`, over the canonical JSON (RFC 8785) of {chain, choice, comment, daoId, proposalHash, proposalId, voterAddress}, which `POST /votes/text` answers.",
        body: NewVote,
        response: { 201: VoteOut },
      },
    },
    async (request, reply) => {
      const { body, session } = request
      const { signature: _one, signatures: _many, ...plain } = body
      const { vote, proposal } = await votes.vote(plain, signaturesIn(body), session, request)
      reply.status(201)
      return voteOut(proposal, vote)
    },
  )

  http.post(
    '/votes/text',
    {
      schema: {
        tags,
        summary: 'The text that the voter signs for a vote; nothing is recorded',
        body: PlainVote,
        response: { 200: SignedTextOut },
      },
    },
    async ({ body, session }) => {
      const proposal = await proposals.find(body.proposalId)
      return { text: votes.textOf(proposal, body, session), proposalHash: proposal.recordHash }
    },
  )

  http.get(
    '/votes/:voteId',
    {
      config: { large: true },
      schema: {
        tags,
        summary: 'A vote',
        params: Type.Object({ voteId: Type.String({ maxLength: 100 }) }),
        response: { 200: VoteOut },
      },
    },
    async ({ params }) => {
      const named = parseVoteId(params.voteId)
      if (!named) throw notFound('VOTE_NOT_FOUND', `There is no vote ${params.voteId}`)
      const proposal = await proposals.find(named.proposalId)
      return voteOut(proposal, await voteBy(database, proposal, { number: named.number }))
    },
  )

  http.get(
    '/votes/proposal/:proposalId',
    {
      config: { large: true },
      schema: {
        tags,
        summary: 'The votes on a proposal, newest first',
        params: ProposalPath,
        querystring: PageQuery,
        response: { 200: { ...Type.Array(VoteOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const proposal = await proposals.find(params.proposalId)
      const found = await votesOf(database.read, proposal, page)
      link(reply, `/votes/proposal/${proposal.proposalId}`, page, found, ({ number }) => number)
      return found.map((vote) => voteOut(proposal, vote))
    },
  )

  http.get(
    '/votes/proposal/:proposalId/voter/:voterAddress',
    {
      config: { large: true },
      schema: {
        tags,
        summary: "A voter's vote",
        params: Type.Object({ ...ProposalPath.properties, voterAddress: AccountId }),
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
      config: { large: true },
      schema: {
        tags,
        summary: 'The results of a proposal so far',
        params: ProposalPath,
        response: { 200: ResultsOut },
      },
    },
    async ({ params }) => {
      const proposal = await proposals.find(params.proposalId)
      return resultsOut(proposal, await readPoll(database.read, proposal))
    },
  )
}
