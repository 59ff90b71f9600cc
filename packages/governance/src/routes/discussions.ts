import { type Http, PageQuery, pageHeaders } from '@quorate/platform'
import { Type } from 'typebox'
import { CommentOut, commentOut } from '../answers/drafts.ts'
import { link, pageOf, shortPage } from '../answers/pages.ts'
import { limits } from '../limits.ts'
import type { Service } from '../service.ts'
import { commentsOf } from '../store/comments.ts'
import { SMALL_BODY } from './daos.ts'

const DiscussionPath = Type.Object({
  discussionId: Type.String({ maxLength: 100, description: 'the id of a draft or a proposal' }),
})
const CommentPath = Type.Object({ ...DiscussionPath.properties, commentId: Type.String({ maxLength: 100 }) })
const Text = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: limits.commentCharacters.value,
      description: 'Markdown, shown without HTML; `ipfs://<identifier>` in a link leads to content',
    }),
  },
  { additionalProperties: false },
)
const tags = ['drafts']

/** Adds the endpoints for comments on drafts and proposals. */
export function discussionRoutes(http: Http, service: Service): void {
  changeRoutes(http, service)
  const { database, discussions } = service
  http.get(
    '/discussions/:discussionId/comments',
    {
      schema: {
        tags,
        summary: 'List the comments on a draft or a proposal',
        description: 'Newest first. A proposal has the comments on the draft that it was made of, too.',
        params: DiscussionPath,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR'], 404: ['DISCUSSION_NOT_FOUND'] },
        response: { 200: { ...Type.Array(CommentOut), headers: pageHeaders } },
      },
    },
    async ({ params, query }, reply) => {
      const page = shortPage(pageOf(query))
      const discussed = await discussions.find(params.discussionId)
      const { discussionId } = discussed
      const found = await commentsOf(database.read, discussionId, page)
      link(reply, `/discussions/${discussionId}/comments`, page, found, ({ id }) => id)
      return found.map((comment) => commentOut(discussed, comment))
    },
  )

  http.post(
    '/discussions/:discussionId/comments',
    {
      schema: {
        tags,
        summary: 'Comment on a draft or a proposal',
        description: 'Only for members of the DAO, and until the proposal is decided.',
        params: DiscussionPath,
        body: Text,
        errors: {
          400: ['HIDDEN_CHARACTER'],
          403: ['NOT_A_MEMBER', 'WRONG_CHAIN'],
          404: ['DISCUSSION_NOT_FOUND'],
          409: ['DISCUSSION_CLOSED'],
          429: ['TOO_MANY_COMMENTS'],
        },
        response: { 201: CommentOut },
      },
    },
    async ({ params: { discussionId }, body, session }, reply) => {
      const discussed = await discussions.find(discussionId)
      const comment = await discussions.comment(discussionId, body.text, session)
      reply.status(201)
      return commentOut(discussed, comment)
    },
  )
}

/** Adds the endpoints that change comments. */
function changeRoutes(http: Http, { discussions }: Service): void {
  const errors = { 404: ['COMMENT_NOT_FOUND', 'DISCUSSION_NOT_FOUND'] }

  http.patch(
    '/discussions/:discussionId/comments/:commentId',
    {
      schema: {
        tags,
        summary: 'Change a comment',
        description: 'Only for its author.',
        params: CommentPath,
        body: Text,
        errors: { ...errors, 400: ['HIDDEN_CHARACTER'], 403: ['NOT_YOUR_COMMENT'] },
        response: { 200: CommentOut },
      },
    },
    async ({ params: { discussionId, commentId }, body, session }) =>
      commentOut(
        await discussions.find(discussionId),
        await discussions.edit(discussionId, commentId, body.text, session),
      ),
  )

  http.put(
    '/discussions/:discussionId/comments/:commentId/hidden',
    {
      bodyLimit: SMALL_BODY,
      schema: {
        tags,
        summary: 'Hide a comment, or show it again',
        description: 'Only for the owner of the DAO. The text of a hidden comment is shown to nobody.',
        params: CommentPath,
        body: Type.Object(
          { hidden: Type.Boolean({ description: 'false to show it again' }) },
          { additionalProperties: false },
        ),
        errors: { ...errors, 403: ['NOT_THE_OWNER'] },
        response: { 200: CommentOut },
      },
    },
    async ({ params: { discussionId, commentId }, body, session }) =>
      commentOut(
        await discussions.find(discussionId),
        await discussions.hide(discussionId, commentId, body.hidden, session),
      ),
  )

  http.delete(
    '/discussions/:discussionId/comments/:commentId',
    {
      schema: {
        tags,
        summary: 'Delete a comment',
        description: 'Only for its author. Answers the comment as it was.',
        params: CommentPath,
        errors: { ...errors, 403: ['NOT_YOUR_COMMENT'] },
        response: { 200: CommentOut },
      },
    },
    async ({ params: { discussionId, commentId }, session }) =>
      commentOut(await discussions.find(discussionId), await discussions.remove(discussionId, commentId, session)),
  )
}
