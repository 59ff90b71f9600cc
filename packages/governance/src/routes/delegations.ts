import { AccountId, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { MAX_AREA_LENGTH } from '@quorate/verify/recount'
import { Type } from 'typebox'
import { link, pageOf, withQuery } from '../answers/pages.ts'
import { DelegationOut, delegationOut, OwnDelegationOut } from '../answers/resources.ts'
import { textOf } from '../delegations/delegations.ts'
import type { Service } from '../service.ts'
import { delegationsOf, findDelegation, presentDelegations } from '../store/delegations.ts'
import { DaoPath } from './daos.ts'
import { ledgerBudgetErrors } from './errors.ts'
import { givenSignatures, signaturesIn } from './signatures.ts'

const tags = ['daos']
const delegation = {
  account: AccountId,
  delegate: Type.Union([AccountId, Type.Null()], { description: 'null to end the delegation' }),
  area: Type.Optional(
    Type.Union([Type.String({ maxLength: MAX_AREA_LENGTH }), Type.Null()], {
      description: 'the area of the DAO that it is for; by default all in which the account has no other delegate',
    }),
  ),
  number: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'one more than the number of the last delegation of the account in this DAO; 1 for the first',
  }),
}

/** Adds the endpoints for delegations of votes. */
export function delegationRoutes(http: Http, service: Service): void {
  readRoutes(http, service)
  const { daos, delegations } = service
  http.post(
    '/daos/:daoId/delegations',
    {
      schema: {
        tags,
        summary: 'Delegate a vote, or end that',
        description:
          "From the next proposal's start on, the weight of a member that does not vote counts as its delegate votes. Without `signature` or `signatures` this is the session's own delegation, except in a session of a wallet. With them it may be anybody's: they sign the text that `POST /daos/{daoId}/delegations/text` answers.",
        params: DaoPath,
        body: Type.Object({ ...delegation, ...givenSignatures }, { additionalProperties: false }),
        errors: [
          ledgerBudgetErrors,
          {
            400: [
              'INVALID_BYTES',
              'INVALID_KEY',
              'INVALID_RECORD',
              'INVALID_TRANSACTION_BYTES',
              'TOO_MANY_SIGNATURES',
              'UNKNOWN_CHAIN',
              'UNKNOWN_KEY',
            ],
            403: ['NOT_A_MEMBER', 'NOT_YOUR_DELEGATION', 'SIGNATURES_MISSING', 'WALLET_SESSION', 'WRONG_CHAIN'],
            404: ['DAO_NOT_FOUND'],
            409: ['DELEGATION_OUT_OF_ORDER'],
            422: [
              'AREA_UNKNOWN',
              'DELEGATE_NOT_A_MEMBER',
              'DELEGATION_CYCLE',
              'DELEGATION_NOT_ALLOWED',
              'DELEGATION_TOO_DEEP',
              'INVALID_SIGNATURE',
              'NO_KEY',
            ],
          },
        ],
        response: { 201: DelegationOut },
      },
    },
    async ({ params, body, session }, reply) => {
      const dao = await daos.find(params.daoId)
      const { signature: _one, signatures: _many, ...plain } = body
      const given = await delegations.delegate(dao, plain, signaturesIn(body), session)
      reply.status(201)
      return delegationOut(dao.daoId, given)
    },
  )

  http.post(
    '/daos/:daoId/delegations/text',
    {
      schema: {
        tags,
        summary: 'Get the text that a member signs to delegate its vote',
        description: 'Records nothing. Send the signature with `POST /daos/{daoId}/delegations`.',
        params: DaoPath,
        body: Type.Object(delegation, { additionalProperties: false }),
        errors: { 404: ['DAO_NOT_FOUND'], 409: ['DELEGATION_OUT_OF_ORDER'] },
        response: { 200: Type.Object({ text: Type.String() }) },
      },
    },
    async ({ params, body }) => ({ text: textOf(await daos.find(params.daoId), body) }),
  )
}

/** Adds the endpoints that read delegations. */
function readRoutes(http: Http, { database, daos }: Service): void {
  http.get(
    '/daos/:daoId/delegations',
    {
      schema: {
        tags,
        summary: 'List the delegations in a DAO',
        description: 'Newest first, without those that were ended.',
        params: DaoPath,
        querystring: Type.Object({
          ...PageQuery.properties,
          delegate: Type.Optional({ ...AccountId, description: 'only delegations to this account' }),
        }),
        errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: { ...Type.Array(DelegationOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const { daoId } = await daos.find(params.daoId)
      const { delegate } = query
      const found = await delegationsOf(database.read, { daoId, delegate }, page)
      link(reply, withQuery(`/daos/${daoId}/delegations`, { delegate }), page, found, ({ id }) => id)
      return found.map((one) => delegationOut(daoId, one))
    },
  )

  http.get(
    '/daos/:daoId/delegations/:account',
    {
      schema: {
        tags,
        summary: 'Get the delegation of an account in a DAO',
        description:
          'With the number 0 if the account has never delegated its vote. With `areas`, its delegations for areas, and with `lastNumber` the number of its last delegation of all: the next one has the next number.',
        params: Type.Object({ ...DaoPath.properties, account: AccountId }),
        errors: { 404: ['DAO_NOT_FOUND'] },
        response: { 200: OwnDelegationOut },
      },
    },
    async ({ params: { daoId: id, account } }) => {
      const { daoId } = await daos.find(id)
      const none = { account, delegate: null, area: null, number: 0, changedAt: null, proof: null }
      const last = await findDelegation(database.read, daoId, account)
      const present = await presentDelegations(database.read, daoId, account)
      const general = present.find(({ area }) => area === null)
      const areas = present.filter(({ area, delegate }) => area !== null && delegate !== null)
      return {
        ...delegationOut(daoId, general ?? none),
        areas: areas.map((one) => delegationOut(daoId, one)),
        lastNumber: last?.number ?? 0,
      }
    },
  )
}
