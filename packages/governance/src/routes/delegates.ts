import { AccountId, type Http, notFound, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { DelegateOut, delegateOut } from '../answers/delegates.ts'
import { link, pageOf, shortPage } from '../answers/pages.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { delegatesOf } from '../store/delegates.ts'
import { DaoPath } from './daos.ts'

const DelegatePath = Type.Object({ ...DaoPath.properties, account: AccountId })
const tags = ['daos']

/** Adds the endpoints for delegates and their statements. */
export function delegateRoutes(http: Http, service: Service): void {
  readRoutes(http, service)
  const { statements } = service
  http.put(
    '/daos/:daoId/delegates/:account',
    {
      schema: {
        tags,
        summary: 'Publish a statement as a delegate',
        description: 'Only for the account itself, a member. Replaces its last statement.',
        params: DelegatePath,
        body: Type.Object(
          {
            statement: Type.String({
              minLength: 1,
              maxLength: limits.commentCharacters.value,
              description: 'Markdown, as in comments',
            }),
          },
          { additionalProperties: false },
        ),
        errors: {
          400: ['HIDDEN_CHARACTER'],
          403: ['NOT_A_MEMBER', 'NOT_YOUR_STATEMENT'],
          404: ['DAO_NOT_FOUND'],
          422: ['DELEGATION_NOT_ALLOWED'],
        },
        response: { 200: DelegateOut },
      },
    },
    async ({ params: { daoId, account }, body, session }) => {
      await statements.publish(daoId, account, body.statement, session)
      return delegate(service, daoId, account)
    },
  )

  http.delete(
    '/daos/:daoId/delegates/:account',
    {
      schema: {
        tags,
        summary: 'Withdraw a statement',
        description: "Only for its account, and for the DAO's owner. Delegations stay as they are.",
        params: DelegatePath,
        errors: { 403: ['NOT_YOUR_STATEMENT'], 404: ['DAO_NOT_FOUND', 'STATEMENT_NOT_FOUND'] },
        response: {
          200: Type.Object({
            daoId: Type.String(),
            account: AccountId,
            statement: Type.Null({ description: 'always null: it has none now' }),
          }),
        },
      },
    },
    async ({ params: { daoId, account }, session }) => {
      await statements.withdraw(daoId, account, session)
      return { daoId, account, statement: null }
    },
  )
}

async function delegate({ database, daos }: Service, daoId: string, account: string) {
  const dao = await daos.find(daoId)
  const [found] = await delegatesOf(database.read, dao, { limit: 1, offset: 0, account })
  if (!found)
    throw notFound('DELEGATE_NOT_FOUND', `${account} has no statement in this DAO, and no member delegates to it`)
  return delegateOut(dao.daoId, found)
}

/** Adds the endpoints that read delegates. */
function readRoutes(http: Http, service: Service): void {
  const { database, daos } = service
  http.get(
    '/daos/:daoId/delegates',
    {
      schema: {
        tags,
        summary: 'List the delegates of a DAO',
        description:
          'Members that have a statement or that others delegate to, those with most delegators first. At most 100 on a page.',
        params: DaoPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: { ...Type.Array(DelegateOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = shortPage(pageOf(query))
      const dao = await daos.find(params.daoId)
      // The sort order depends on numbers that change, so a page begins at an offset.
      const offset = Number(page.cursor ?? 0n)
      const found = await delegatesOf(database.read, dao, { limit: page.limit, offset })
      link(reply, `/daos/${dao.daoId}/delegates`, page, found, () => offset + found.length)
      return found.map((one) => delegateOut(dao.daoId, one))
    },
  )

  http.get(
    '/daos/:daoId/delegates/:account',
    {
      schema: {
        tags,
        summary: 'Get a delegate of a DAO',
        params: DelegatePath,
        errors: { 404: ['DAO_NOT_FOUND', 'DELEGATE_NOT_FOUND'] },
        response: { 200: DelegateOut },
      },
    },
    async ({ params }) => delegate(service, params.daoId, params.account),
  )
}
