import { AccountId, type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { link, pageOf } from '../answers/pages.ts'
import type { Service } from '../service.ts'
import { membersOf } from '../store/members.ts'
import { DaoPath, SMALL_BODY } from './daos.ts'
import { ledgerBudgetErrors } from './errors.ts'

const MemberPath = Type.Object({ ...DaoPath.properties, memberAddress: AccountId })
const MemberOut = Type.Object({ daoId: Type.String(), memberAddress: AccountId, member: Type.Boolean() })
const tags = ['daos']

/** Adds the endpoints for members of DAOs. */
export function memberRoutes(http: Http, { database, daos, members }: Service): void {
  http.get(
    '/daos/:daoId/members',
    {
      schema: {
        tags,
        summary: 'List the members of a DAO',
        description: 'Newest first.',
        params: DaoPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: { ...Type.Array(AccountId), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = pageOf(query)
      const { daoId } = await daos.find(params.daoId)
      const found = await membersOf(database.read, daoId, page)
      link(reply, `/daos/${daoId}/members`, page, found, ({ id }) => id)
      return found.map(({ account }) => account)
    },
  )

  http.post(
    '/daos/:daoId/members',
    {
      bodyLimit: SMALL_BODY,
      schema: {
        tags,
        summary: 'Add a member to a DAO',
        description: 'Only for the owner of the DAO.',
        params: DaoPath,
        body: Type.Object({ memberAddress: AccountId }, { additionalProperties: false }),
        errors: [
          ledgerBudgetErrors,
          {
            400: ['UNKNOWN_CHAIN'],
            403: ['NOT_THE_OWNER'],
            404: ['DAO_NOT_FOUND'],
            409: ['ALREADY_A_MEMBER'],
            422: ['ACCOUNT_DELETED', 'INVALID_ACCOUNT_ID', 'MEMBERS_BY_PROPOSAL'],
            429: ['TOO_MANY_MEMBERS'],
          },
        ],
        response: { 201: MemberOut },
      },
    },
    async ({ params, body: { memberAddress }, session }, reply) => {
      const { daoId } = await members.add(params.daoId, memberAddress, session)
      reply.status(201)
      return { daoId, memberAddress, member: true }
    },
  )

  http.delete(
    '/daos/:daoId/members/:memberAddress',
    {
      schema: {
        tags,
        summary: 'Remove a member from a DAO',
        description: 'Votes already cast by the member still count.',
        params: MemberPath,
        errors: [
          ledgerBudgetErrors,
          {
            400: ['UNKNOWN_CHAIN'],
            403: ['NOT_THE_OWNER'],
            404: ['DAO_NOT_FOUND', 'NOT_A_MEMBER'],
            422: ['MEMBERS_BY_PROPOSAL', 'OWNER_STAYS'],
          },
        ],
        response: { 200: MemberOut },
      },
    },
    async ({ params: { daoId, memberAddress }, session }) => {
      await members.remove(daoId, memberAddress, session)
      return { daoId, memberAddress, member: false }
    },
  )
}
