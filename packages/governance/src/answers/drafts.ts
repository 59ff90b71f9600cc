import { AccountId, namedSchema } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import type { Comment, Discussed, Draft } from '../model/draft.ts'
import { proposed } from './proposed.ts'

const Time = Type.String({ format: 'date-time', description: 'ISO 8601' })

/** The proposal in a draft, in answers and in requests to store a draft. */
export const Proposed = Type.Object(proposed, { additionalProperties: false })

export const DraftOut = namedSchema(
  'Draft',
  Type.Object({
    draftId: Type.String({ description: 'the id of the draft, and later of the proposal that is made of it' }),
    daoId: Type.String(),
    chain: Type.String(),
    authorAddress: AccountId,
    revision: Type.Integer({ description: "counts its author's versions, from 1" }),
    proposal: { ...Proposed, description: 'what `POST /proposals` takes to start it' },
    createdAt: Time,
    updatedAt: Time,
  }),
)

export const CommentOut = namedSchema(
  'DiscussionComment',
  Type.Object({
    commentId: Type.String(),
    discussionId: Type.String({ description: 'the id of the draft or the proposal' }),
    daoId: Type.String(),
    chain: Type.String(),
    authorAddress: AccountId,
    text: Type.String({ description: 'Markdown; empty while it is hidden' }),
    hidden: Type.Boolean({ description: "whether the DAO's owner hides it" }),
    writtenAt: Time,
    editedAt: Type.Union([Time, Type.Null()], { description: 'when its author last changed it; null if never' }),
  }),
)

export const draftOut = (draft: Draft): Static<typeof DraftOut> => ({
  draftId: draft.draftId,
  daoId: draft.dao.daoId,
  chain: draft.dao.chain,
  authorAddress: draft.author,
  revision: draft.revision,
  proposal: draft.proposal,
  createdAt: draft.createdAt.toISOString(),
  updatedAt: draft.updatedAt.toISOString(),
})

export const commentOut = ({ dao }: Pick<Discussed, 'dao'>, comment: Comment): Static<typeof CommentOut> => ({
  commentId: String(comment.id),
  discussionId: comment.discussionId,
  daoId: dao.daoId,
  chain: dao.chain,
  authorAddress: comment.author,
  text: comment.hiddenAt === null ? comment.text : '',
  hidden: comment.hiddenAt !== null,
  writtenAt: comment.writtenAt.toISOString(),
  editedAt: comment.editedAt?.toISOString() ?? null,
})
