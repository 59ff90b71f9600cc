import { ChainParameter, chainOf } from '@quorate/ledger'
import { AccountId, AnyNames, badRequest, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { limits } from '@quorate/verify'
import { Percent } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { link, pageOf, shortPage, withQuery } from '../answers/pages.ts'
import { ProposalOut, ProposalSummary } from '../answers/resources.ts'
import { wholeProposal, wholeProposals } from '../answers/whole.ts'
import type { Proposal } from '../model/dao.ts'
import type { Service } from '../service.ts'
import { proposalsOf, proposalsOfMember } from '../store/proposals.ts'
import { ledgerBudgetErrors } from './errors.ts'

export const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })
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
          'any JSON object; its field `operation` {method, path, body} is the write of the node API that the proposal permits if it passes',
      }),
    ),
    votingOptions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: limits.maxVotingOptions.value,
        uniqueItems: true,
        description: 'two to five different options; by default YES, NO and ABSTAIN',
      }),
    ),
    startTime: Type.Optional(
      Type.String({
        format: 'date-time',
        description: "when voting starts, ISO 8601; by default as soon as the DAO's `votingDelay` allows",
      }),
    ),
    validUntil: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
        description:
          'the decision cannot be carried out after this time: ISO 8601 or seconds.nanoseconds, later than the end of the voting',
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
const submitErrors = {
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
}

/** Adds the endpoints for proposals. */
export function proposalRoutes(http: Http, service: Service): void {
  const { database, proposals, ledgers } = service
  const whole = (proposal: Proposal) => wholeProposal(database.read, proposal)

  http.post(
    '/proposals',
    {
      schema: {
        tags,
        summary: 'Submit a proposal',
        description: 'Only for members of the DAO.',
        body: NewProposal,
        errors: [ledgerBudgetErrors, submitErrors],
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
      config: { access: 'optional' },
      schema: {
        tags,
        summary: "List the proposals of an account's DAOs",
        description:
          'The proposals of all DAOs that the account is a member of, newest first. A page has at most 100 proposals, fewer if they are large.',
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional({ ...ProposalSummary.properties.status, description: 'only proposals in this status' }),
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
        throw badRequest('MEMBER_MISSING', 'Send ?member=<account id>, or a session, whose account is used then')
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
      schema: {
        tags,
        summary: 'Get a proposal',
        params: ProposalPath,
        errors: { 404: ['PROPOSAL_NOT_FOUND'] },
        response: { 200: ProposalOut },
      },
    },
    async ({ params }) => whole(await proposals.find(params.proposalId)),
  )

  listRoutes(http, service)
}

/** Adds the lists of a DAO's proposals. */
function listRoutes(http: Http, { database, daos }: Service): void {
  for (const { path, summary, activeOnly } of [
    {
      path: '',
      summary: 'List the proposals of a DAO',
      activeOnly: false,
    },
    {
      path: '/active',
      summary: 'List the proposals of a DAO that are open for votes',
      activeOnly: true,
    },
  ])
    http.get(
      `/proposals/dao/:daoId${path}`,
      {
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
