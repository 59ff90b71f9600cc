import { ChainParameter, chainOf } from '@quorate/ledger'
import { AccountId, badRequest, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { JointOut, jointOut } from '../answers/joint.ts'
import { link, pageOf, shortPage, withQuery } from '../answers/pages.ts'
import { ProposalOut } from '../answers/resources.ts'
import { wholeProposal, wholeProposals } from '../answers/whole.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { vetoableProposals } from '../store/proposals.ts'
import { ledgerBudgetErrors, signatureErrors } from './errors.ts'
import { ProposalPath } from './proposals.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const tags = ['proposals']
const reason = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, description: 'why; it is signed and public' }),
)
const refusals = {
  404: ['PROPOSAL_NOT_FOUND'],
  409: ['ALREADY_VETOED', 'DELAY_OVER', 'PROPOSAL_NOT_PASSED'],
  422: ['NO_VETO'],
}

/** Adds the endpoints that veto a passed proposal. */
export function vetoRoutes(http: Http, service: Service): void {
  const { database, proposals, vetoes } = service
  openRoute(http, service)

  http.post(
    '/proposals/:proposalId/veto/text',
    {
      schema: {
        tags,
        summary: 'Get the text that vetoes a proposal',
        description: 'Records nothing. Send the signature with `POST /proposals/{proposalId}/veto`.',
        params: ProposalPath,
        body: Type.Object({ reason }, { additionalProperties: false }),
        errors: refusals,
        response: { 200: Type.Object({ text: Type.String() }) },
      },
    },
    async ({ params, body }) => ({ text: vetoes.textOf(await proposals.find(params.proposalId), body.reason) }),
  )

  http.post(
    '/proposals/:proposalId/veto',
    {
      schema: {
        tags,
        summary: 'Veto a passed proposal within its delay',
        description:
          "Only with signatures of the account that the proposal's rules name as `veto`, over the text that `POST /proposals/{proposalId}/veto/text` returns. Anybody may send them.",
        params: ProposalPath,
        body: Type.Object({ reason, ...givenSignatures }, { additionalProperties: false }),
        errors: [
          ledgerBudgetErrors,
          refusals,
          signatureErrors,
          { 400: ['HIDDEN_CHARACTER', 'SIGNATURES_MISSING'], 403: ['SIGNATURES_MISSING'] },
        ],
        response: { 201: ProposalOut },
      },
    },
    async ({ params: { proposalId }, body, session }, reply) => {
      const signatures = signaturesIn(body)
      if (signatures.length === 0) throw noSignature()
      await vetoes.veto(await proposals.find(proposalId), body.reason, signatures, session)
      reply.status(201)
      return wholeProposal(database.read, await proposals.find(proposalId))
    },
  )

  http.get(
    '/proposals/:proposalId/veto/signatures',
    {
      schema: {
        tags,
        summary: 'List the vetoes that owners of a wallet have begun to sign',
        params: ProposalPath,
        errors: { 404: ['PROPOSAL_NOT_FOUND'], 422: ['NO_KEY'] },
        response: { 200: Type.Array(JointOut) },
      },
    },
    async ({ params }) => (await vetoes.begun(await proposals.find(params.proposalId))).map((state) => jointOut(state)),
  )

  http.post(
    '/proposals/:proposalId/veto/signatures',
    {
      schema: {
        tags,
        summary: 'Sign a veto as an owner of the wallet that may give it',
        description:
          'As `POST /proposals/{proposalId}/veto`, for owners who sign one after the other. The signature that completes the veto gives it. A key has one signature for a proposal: a later one, such as for another reason, takes its place.',
        params: ProposalPath,
        body: Type.Object({ reason, ...givenSignatures }, { additionalProperties: false }),
        errors: [ledgerBudgetErrors, refusals, signatureErrors, { 400: ['HIDDEN_CHARACTER', 'SIGNATURES_MISSING'] }],
        response: { 201: JointOut },
      },
    },
    async ({ params: { proposalId }, body, session }, reply) => {
      const signatures = signaturesIn(body)
      if (signatures.length === 0) throw noSignature()
      const { isDone, ...state } = await vetoes.sign(await proposals.find(proposalId), body.reason, signatures, session)
      reply.status(201)
      return jointOut(state, isDone)
    },
  )
}

/** Adds the list of proposals that accounts may veto. */
function openRoute(http: Http, { database, clock, ledgers }: Service): void {
  http.get(
    '/proposals/vetoable',
    {
      config: { access: 'optional' },
      schema: {
        tags,
        summary: 'List the passed proposals that accounts may veto now',
        description:
          'The proposals whose rules name one of the accounts as `veto`, in all DAOs, newest first. Those that were vetoed, or whose delay is over, are left out. The accounts need not be members of these DAOs. A page has at most 100 proposals, fewer if they are large.',
        querystring: Type.Object({
          ...PageQuery.properties,
          account: Type.Array(AccountId, {
            minItems: 1,
            maxItems: limits.vetoAccounts.value,
            description: 'accounts that may veto, such as an account and its multi-signature wallets',
          }),
          chain: ChainParameter,
        }),
        errors: { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] },
        response: { 200: { ...Type.Array(ProposalOut), headers: pageHeaders } },
      },
    },
    async (request, reply) => {
      const page = shortPage(pageOf(request.query))
      const { chain } = chainOf(ledgers, request)
      const { limit: _limit, cursor: _cursor, ...kept } = request.query
      const by = { chain, accounts: kept.account, now: clock.now() }
      const { items, isFull } = await vetoableProposals(database.read, by, page)
      link(reply, withQuery('/proposals/vetoable', kept), page, items, ({ sequence }) => sequence, isFull)
      return wholeProposals(database.read, items)
    },
  )
}

const noSignature = () => badRequest('SIGNATURES_MISSING', 'Send "signature" or "signatures" over the text of the veto')
