import { type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { DraftOut, draftOut, Proposed } from '../answers/drafts.ts'
import { link, pageOf, shortPage } from '../answers/pages.ts'
import type { Service } from '../service.ts'
import { draftsOf } from '../store/drafts.ts'
import { DaoPath } from './daos.ts'
import { bodyErrors } from './errors.ts'

const DraftPath = Type.Object({ draftId: Type.String({ maxLength: 100, description: 'the id of the draft' }) })
const proposal = { ...Proposed, description: 'what the draft says, as `POST /proposals` takes it' }
const tags = ['drafts']

/** Adds the endpoints for drafts of proposals. */
export function draftRoutes(http: Http, service: Service): void {
  readRoutes(http, service)
  const { drafts } = service
  http.post(
    '/drafts',
    {
      schema: {
        tags,
        summary: 'Store a draft of a proposal',
        description:
          'Only for accounts that may propose in the DAO. A draft is checked as a proposal is, except for its times. Nothing of it is on the topic. To start it, send what it says with `POST /proposals`, and its `draftId`.',
        body: Type.Object({ proposal }, { additionalProperties: false }),
        errors: [
          bodyErrors,
          {
            403: ['NOT_A_MEMBER', 'NOT_YOUR_ACCOUNT'],
            404: ['DAO_NOT_FOUND'],
            409: ['DAO_INACTIVE'],
            413: ['PROPOSAL_TOO_LARGE'],
            429: ['TOO_MANY_DRAFTS'],
          },
        ],
        response: { 201: DraftOut },
      },
    },
    async ({ body, session }, reply) => {
      const draft = await drafts.create(body.proposal, session)
      reply.status(201).header('location', `/drafts/${draft.draftId}`)
      return draftOut(draft)
    },
  )

  http.put(
    '/drafts/:draftId',
    {
      schema: {
        tags,
        summary: 'Change a draft',
        description: 'Only for its author.',
        params: DraftPath,
        body: Type.Object(
          {
            revision: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'the version that is changed' }),
            proposal,
          },
          { additionalProperties: false },
        ),
        errors: [
          bodyErrors,
          {
            403: ['NOT_A_MEMBER', 'NOT_YOUR_ACCOUNT', 'NOT_YOUR_DRAFT'],
            404: ['DRAFT_NOT_FOUND'],
            409: ['DAO_INACTIVE', 'DRAFT_CHANGED', 'DRAFT_OF_ANOTHER_DAO'],
            413: ['PROPOSAL_TOO_LARGE'],
          },
        ],
        response: { 200: DraftOut },
      },
    },
    async ({ params, body, session }) => draftOut(await drafts.change(params.draftId, body, session)),
  )

  http.delete(
    '/drafts/:draftId',
    {
      schema: {
        tags,
        summary: 'Delete a draft',
        description: "With its comments. Only for its author, and for the DAO's owner. Answers the draft as it was.",
        params: DraftPath,
        errors: { 403: ['NOT_YOUR_DRAFT'], 404: ['DRAFT_NOT_FOUND'] },
        response: { 200: DraftOut },
      },
    },
    async ({ params, session }) => draftOut(await drafts.remove(params.draftId, session)),
  )
}

/** Adds the endpoints that read drafts. */
function readRoutes(http: Http, { database, daos, drafts }: Service): void {
  http.get(
    '/drafts/:draftId',
    {
      schema: {
        tags,
        summary: 'Get a draft',
        description: 'A draft that has started is `GET /proposals/{proposalId}` with the same id.',
        params: DraftPath,
        errors: { 404: ['DRAFT_NOT_FOUND'] },
        response: { 200: DraftOut },
      },
    },
    async ({ params }) => draftOut(await drafts.find(params.draftId)),
  )

  http.get(
    '/daos/:daoId/drafts',
    {
      schema: {
        tags,
        summary: 'List the drafts of a DAO',
        description: 'Newest first. A page has at most 100 drafts, fewer if they are large.',
        params: DaoPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['DAO_NOT_FOUND'] },
        response: { 200: { ...Type.Array(DraftOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = shortPage(pageOf(query))
      const dao = await daos.find(params.daoId)
      const { items, isFull } = await draftsOf(database.read, dao, page)
      link(reply, `/daos/${dao.daoId}/drafts`, page, items, ({ sequence }) => sequence, isFull)
      return items.map(draftOut)
    },
  )
}
