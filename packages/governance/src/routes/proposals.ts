import { ChainParameter, chainOf } from '@quorate/ledger'
import { AccountId, badRequest, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { link, pageOf, shortPage, withQuery } from '../answers/pages.ts'
import { proposed } from '../answers/proposed.ts'
import { ProposalOut, ProposalSummary } from '../answers/resources.ts'
import { wholeProposal, wholeProposals } from '../answers/whole.ts'
import type { Proposal } from '../model/dao.ts'
import type { Service } from '../service.ts'
import { proposalsOf, proposalsOfMember } from '../store/proposals.ts'
import { bodyErrors, ledgerBudgetErrors } from './errors.ts'

export const ProposalPath = Type.Object({ proposalId: Type.String({ maxLength: 100 }) })
const DaoPath = Type.Object({ daoId: Type.String({ maxLength: 100 }) })

export const NewProposal = Type.Object(
  {
    ...proposed,
    draftId: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'the draft that this proposal takes the place of; it gets its id and its discussion. The proposal is what this request states, whatever the draft says',
      }),
    ),
  },
  { additionalProperties: false },
)
const tags = ['proposals']
const submitErrors = {
  400: ['INVALID_VALID_UNTIL', 'START_IN_THE_PAST', 'START_TOO_FAR', 'UNKNOWN_CHAIN'],
  403: ['NOT_A_MEMBER', 'NOT_A_PROPOSER', 'NOT_YOUR_ACCOUNT', 'TOO_LITTLE_WEIGHT'],
  404: ['DAO_NOT_FOUND', 'DRAFT_NOT_FOUND'],
  409: ['DAO_INACTIVE', 'DAO_WITHOUT_TOPIC', 'DRAFT_STARTED', 'RULES_CHANGED', 'TITLE_LOOKS_ALIKE'],
  413: ['PROPOSAL_TOO_LARGE'],
  422: ['ACCOUNT_DELETED', 'BALLOT_KEY_INVALID', 'INVALID_ACCOUNT_ID', 'VOTING_DELAY', 'WALLET_OPERATION_REFUSED'],
  429: ['TOO_MANY_MEMBERS', 'TOO_MANY_PROPOSALS'],
  503: ['BALLOT_KEYS_UNAVAILABLE'],
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
        errors: [ledgerBudgetErrors, bodyErrors, submitErrors],
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
        throw badRequest(
          'MEMBER_MISSING',
          'Send ?member=<account id>, or a session: without member, the proposals of its account are listed',
        )
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
