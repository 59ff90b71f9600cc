import { ChainParameter, chainOf } from '@quorate/ledger'
import { AccountId, AnyNames, badRequest, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { Percent } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { link, pageOf, shortPage, withQuery } from '../answers/pages.ts'
import { ProposalOut, ProposalSummary } from '../answers/resources.ts'
import { wholeProposals } from '../answers/whole.ts'
import type { Proposal } from '../model/dao.ts'
import { cancellationOf } from '../proposals/decisions.ts'
import type { Service } from '../service.ts'
import { proposalsOf, proposalsOfMember } from '../store/proposals.ts'
import { ledgerBudgetErrors } from './errors.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })
const DaoPath = Type.Object({ daoId: Type.String({ maxLength: 100 }) })

export const NewProposal = Type.Object(
  {
    daoId: Type.String({ maxLength: 100 }),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.String({ maxLength: 5000 }),
    creatorAddress: AccountId,
    votingDurationHours: Type.Number({ exclusiveMinimum: 0, maximum: 87_600 }),
    proposalData: Type.Optional(
      AnyNames(Type.Unknown(), {
        title: 'an object of any form',
        description:
          'free-form; `operation {method, path, body}` is the write of the node API that a passed proposal permits',
      }),
    ),
    votingOptions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: limits.maxVotingOptions.value,
        uniqueItems: true,
        description: 'two to five, distinct; YES, NO and ABSTAIN where it is absent or empty',
      }),
    ),
    startTime: Type.Optional(
      Type.String({ format: 'date-time', description: "ISO 8601; as soon as the DAO's votingDelay allows without it" }),
    ),
    validUntil: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
        description: 'nothing is carried out after this time: ISO 8601 or seconds.nanoseconds, after the end',
      }),
    ),
    quorum: Type.Optional(
      Type.Union([Percent, Type.Null()], {
        description: 'percent of the eligible weight that must be cast',
      }),
    ),
  },
  { additionalProperties: false },
)
const tags = ['proposals']

/** Proposals. */
export function proposalRoutes(http: Http, { database, daos, proposals, decisions, ledgers }: Service): void {
  async function whole(proposal: Proposal) {
    const [found] = await wholeProposals(database.read, [proposal])
    if (!found) throw new Error(`no answer about ${proposal.proposalId}`)
    return found
  }

  http.post(
    '/proposals',
    {
      schema: {
        tags,
        summary: 'Submit a proposal',
        body: NewProposal,
        errors: [
          ledgerBudgetErrors,
          {
            400: [
              'BLANK_TEXT',
              'HIDDEN_CHARACTER',
              'INVALID_OPTION',
              'INVALID_RECORD',
              'INVALID_VALID_UNTIL',
              'NESTED_TOO_DEEP',
              'NUMBER_NOT_EXACT',
              'OPTION_REPEATED',
              'RECORD_IN_DATA',
              'START_IN_THE_PAST',
              'START_TOO_FAR',
              'UNKNOWN_CHAIN',
            ],
            403: ['NOT_A_MEMBER', 'NOT_YOUR_ACCOUNT'],
            404: ['DAO_NOT_FOUND'],
            409: ['DAO_INACTIVE', 'TITLE_LOOKS_ALIKE'],
            413: ['PROPOSAL_TOO_LARGE'],
            422: [
              'INVALID_OPERATION_PATH',
              'OPERATION_NEEDS_SENDER',
              'OPERATION_NEEDS_YES',
              'VOTING_DELAY',
              'VOTING_TOO_SHORT',
              'WALLET_OPERATION_REFUSED',
            ],
            429: ['TOO_MANY_PROPOSALS'],
          },
        ],
        response: { 201: ProposalOut },
      },
    },
    async ({ body, session }, reply) => {
      const proposal = await proposals.create(body, session)
      reply.status(201).header('location', `/proposals/${proposal.proposalId}`)
      return whole(proposal)
    },
  )

  http.get(
    '/proposals',
    {
      config: { access: 'optional', large: true },
      schema: {
        tags,
        summary:
          'The proposals in all DAOs that an account is a member of, newest first, in pages of 100 at most, fewer where they are large',
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional(ProposalSummary.properties.status),
          member: Type.Optional(Type.Unsafe<string>({ ...AccountId, description: "the session's account if absent" })),
          chain: ChainParameter,
        }),
        errors: { 400: ['INVALID_CURSOR', 'MEMBER_MISSING', 'UNKNOWN_CHAIN'] },
        response: { 200: { ...Type.Array(ProposalOut), headers: pageHeaders } },
      },
    },
    async (request, reply) => {
      const { status, member: account = request.sessionIfAny?.walletId } = request.query
      if (account === undefined)
        throw badRequest('MEMBER_MISSING', 'Send ?member=<account id>, or a session: its account then counts')
      const page = shortPage(pageOf(request.query))
      const chain = chainOf(ledgers, request).chain
      const { items, isFull } = await proposalsOfMember(database.read, { chain, account, status }, page)
      const { limit: _limit, cursor: _cursor, ...kept } = request.query
      link(reply, withQuery('/proposals', kept), page, items, ({ sequence }) => sequence, isFull)
      return wholeProposals(database.read, items)
    },
  )

  http.get(
    '/proposals/:proposalId',
    {
      config: { large: true },
      schema: {
        tags,
        summary: 'A proposal',
        params: ProposalPath,
        errors: { 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: ProposalOut },
      },
    },
    async ({ params }) => whole(await proposals.find(params.proposalId)),
  )

  http.delete(
    '/proposals/:proposalId',
    {
      schema: {
        tags,
        summary: 'Cancel a proposal on which nobody has voted',
        params: ProposalPath,
        errors: {
          400: ['UNKNOWN_CHAIN'],
          403: ['NOT_THE_CREATOR'],
          404: ['PROPOSAL_NOT_FOUND'],
          409: ['PROPOSAL_DECIDED', 'VOTES_CAST', 'VOTING_CLOSED'],
        },
        response: { 200: ProposalOut },
      },
    },
    async ({ params: { proposalId }, session }) => {
      await decisions.cancel(await proposals.find(proposalId), session)
      return whole(await proposals.find(proposalId))
    },
  )

  http.get(
    '/proposals/:proposalId/cancellation',
    {
      schema: {
        tags,
        summary: 'The text that its creator signs to cancel a proposal',
        params: ProposalPath,
        errors: { 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: Type.Object({ text: Type.String() }) },
      },
    },
    async ({ params }) => ({ text: cancellationOf(await proposals.find(params.proposalId)) }),
  )

  http.post(
    '/proposals/:proposalId/cancellation',
    {
      schema: {
        tags,
        summary: "Cancel a proposal on which nobody has voted, by its creator's signature",
        description: 'What `GET` of the same path answers is signed, as it is or by a wallet as a message.',
        params: ProposalPath,
        body: Type.Object(givenSignatures, { additionalProperties: false }),
        errors: [
          ledgerBudgetErrors,
          {
            400: [
              'INVALID_BYTES',
              'INVALID_KEY',
              'INVALID_TRANSACTION_BYTES',
              'SIGNATURES_MISSING',
              'TOO_MANY_SIGNATURES',
              'UNKNOWN_CHAIN',
              'UNKNOWN_KEY',
            ],
            403: ['NOT_THE_CREATOR', 'SIGNATURES_MISSING'],
            404: ['PROPOSAL_NOT_FOUND'],
            409: ['PROPOSAL_DECIDED', 'VOTES_CAST', 'VOTING_CLOSED'],
            422: ['INVALID_SIGNATURE', 'NO_KEY'],
          },
        ],
        response: { 200: ProposalOut },
      },
    },
    async (request) => {
      const { params, body, session } = request
      const signatures = signaturesIn(body)
      if (signatures.length === 0)
        throw badRequest(
          'SIGNATURES_MISSING',
          'Send signature or signatures, or cancel without one: DELETE the proposal',
        )
      const { proposalId } = params
      await decisions.cancel(await proposals.find(proposalId), session, { signatures, request })
      return whole(await proposals.find(proposalId))
    },
  )

  for (const { path, summary, activeOnly } of [
    {
      path: '',
      summary: 'The proposals of a DAO, newest first, in pages of 100 at most, fewer where they are large',
      activeOnly: false,
    },
    {
      path: '/active',
      summary:
        'The proposals of a DAO that are voted on, newest first, in pages of 100 at most, fewer where they are large',
      activeOnly: true,
    },
  ])
    http.get(
      `/proposals/dao/:daoId${path}`,
      {
        config: { large: true },
        schema: {
          tags,
          summary,
          params: DaoPath,
          querystring: PageQuery,
          errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
          response: { 200: { ...Type.Array(ProposalOut), headers: pageHeaders } },
        },
      },
      async ({ params, query }, reply) => {
        const page = shortPage(pageOf(query))
        const { daoId } = await daos.find(params.daoId)
        const { items, isFull } = await proposalsOf(database.read, daoId, { ...page, activeOnly })
        link(reply, `/proposals/dao/${daoId}${path}`, page, items, ({ sequence }) => sequence, isFull)
        return wholeProposals(database.read, items)
      },
    )
}
