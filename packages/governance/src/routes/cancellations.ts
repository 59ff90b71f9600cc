import { badRequest, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { ProposalOut } from '../answers/resources.ts'
import { wholeProposal } from '../answers/whole.ts'
import { cancellationOf } from '../proposals/cancellations.ts'
import type { Service } from '../service.ts'
import { ledgerBudgetErrors } from './errors.ts'
import { ProposalPath } from './proposals.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const tags = ['proposals']

/** Adds the endpoints that cancel a proposal, with or without its creator's signature. */
export function cancellationRoutes(http: Http, { database, proposals, cancellations }: Service): void {
  const found = async (proposalId: string) => wholeProposal(database.read, await proposals.find(proposalId))

  http.delete(
    '/proposals/:proposalId',
    {
      schema: {
        tags,
        summary: 'Cancel a proposal',
        description: 'Only for its creator, and only before the first vote.',
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
      await cancellations.cancel(await proposals.find(proposalId), session)
      return found(proposalId)
    },
  )

  http.get(
    '/proposals/:proposalId/cancellation',
    {
      schema: {
        tags,
        summary: 'Get the text that cancels a proposal',
        description: "The proposal's creator signs it; send the signature with `POST` on the same path.",
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
        summary: "Cancel a proposal with its creator's signature",
        description:
          'The creator signs the text that `GET` on the same path returns, unchanged or as a message of a wallet (HIP-820).',
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
          'Send "signature" or "signatures". To cancel by your session alone, use DELETE on the proposal',
        )
      const { proposalId } = params
      await cancellations.cancel(await proposals.find(proposalId), session, { signatures })
      return found(proposalId)
    },
  )
}
