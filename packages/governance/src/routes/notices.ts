import { ApiError, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { DaoNotices } from '../answers/notices.ts'
import { noticeKinds } from '../model/notice.ts'
import type { Service } from '../service.ts'
import { DaoPath, SMALL_BODY } from './daos.ts'

const tags = ['daos']
const Kinds = Type.Array(Type.Enum([...noticeKinds]), {
  maxItems: noticeKinds.length,
  uniqueItems: true,
  description: 'what to be told of; none turns them off',
})

/** Adds the endpoints for notices of a DAO's votes. */
export function noticeRoutes(http: Http, { notices }: Service): void {
  http.get(
    '/daos/:daoId/notices',
    {
      config: { access: 'session' },
      schema: {
        tags,
        summary: 'Get my notices of a DAO',
        params: DaoPath,
        errors: { 404: ['DAO_NOT_FOUND'] },
        response: { 200: DaoNotices },
      },
    },
    async ({ params: { daoId }, session }) => ({ daoId, notices: await notices.of(daoId, session) }),
  )

  http.put(
    '/daos/:daoId/notices',
    {
      bodyLimit: SMALL_BODY,
      schema: {
        tags,
        summary: 'Set my notices of a DAO',
        description:
          'By default there are none. The node writes to the account, by e-mail or in its chat: within an hour of the end of a vote, if the account has not voted, and after the end.',
        params: DaoPath,
        body: Type.Object({ notices: Kinds }, { additionalProperties: false }),
        errors: {
          404: ['DAO_NOT_FOUND'],
          409: ['EMAIL_NOT_CONFIRMED'],
          429: ['TOO_MANY_DAOS_FOLLOWED'],
          501: ['EMAIL_UNAVAILABLE'],
        },
        response: { 200: DaoNotices },
      },
    },
    async ({ params: { daoId }, body, session }) => ({
      daoId,
      notices: await notices.set(daoId, body.notices, session, notices.messenger ?? apart),
    }),
  )
}

const refuse = (): never => {
  throw new ApiError(
    501,
    'EMAIL_UNAVAILABLE',
    'The node, which sends messages, is not in the process of this service: ask its operator',
  )
}
const apart = { check: async () => refuse(), send: async () => refuse() }
