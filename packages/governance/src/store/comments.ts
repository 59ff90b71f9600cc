import type { Selectable } from 'kysely'
import type { Comment } from '../model/draft.ts'
import type { Page, Read, Tables, Trx } from './tables.ts'

const commentFrom = (row: Selectable<Tables['governance.comment']>): Comment => ({
  id: row.id,
  discussionId: row.discussion_id,
  author: row.author,
  text: row.text,
  writtenAt: row.written_at,
  editedAt: row.edited_at,
  hiddenAt: row.hidden_at,
})

/** A page of the comments of a discussion, newest first. */
export async function commentsOf(read: Read, discussionId: string, { limit, cursor }: Page): Promise<Comment[]> {
  let query = read
    .selectFrom('governance.comment')
    .selectAll()
    .where('discussion_id', '=', discussionId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  return (await query.execute()).map(commentFrom)
}

export async function findComment(read: Read, discussionId: string, id: bigint): Promise<Comment | undefined> {
  const row = await read
    .selectFrom('governance.comment')
    .selectAll()
    .where('discussion_id', '=', discussionId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && commentFrom(row)
}

/** Counts the comments that an account has written on its chain since a time, including deleted ones. */
export async function countCommentsSince(
  read: Read,
  { chain, author, since }: { chain: string; author: string; since: Date },
): Promise<number> {
  const { count } = await read
    .selectFrom('governance.comment')
    .select((f) => f.fn.countAll<bigint>().as('count'))
    .where('chain', '=', chain)
    .where('author', '=', author)
    .where('written_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertComment(
  trx: Trx,
  {
    daoId,
    chain,
    ...comment
  }: Pick<Comment, 'discussionId' | 'author' | 'text' | 'writtenAt'> & {
    daoId: string
    chain: string
  },
): Promise<Comment> {
  const row = await trx
    .insertInto('governance.comment')
    .values({
      discussion_id: comment.discussionId,
      dao_id: daoId,
      chain,
      author: comment.author,
      text: comment.text,
      written_at: comment.writtenAt,
      edited_at: null,
      hidden_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return commentFrom(row)
}

/** Returns the changed comment; undefined if this author has no such comment. */
export async function editComment(
  trx: Trx,
  { id, discussionId, author, text, at }: Pick<Comment, 'id' | 'discussionId' | 'author' | 'text'> & { at: Date },
): Promise<Comment | undefined> {
  const row = await trx
    .updateTable('governance.comment')
    .set({ text, edited_at: at })
    .where('id', '=', id)
    .where('discussion_id', '=', discussionId)
    .where('author', '=', author)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && commentFrom(row)
}

/** Hides a comment, or shows it again. Returns the comment; undefined if there is none. */
export async function hideComment(
  trx: Trx,
  { id, discussionId, hiddenAt }: Pick<Comment, 'id' | 'discussionId' | 'hiddenAt'>,
): Promise<Comment | undefined> {
  const row = await trx
    .updateTable('governance.comment')
    .set({ hidden_at: hiddenAt })
    .where('id', '=', id)
    .where('discussion_id', '=', discussionId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && commentFrom(row)
}

/**
 * Deletes a comment's text. The row stays, since it counts for the daily limit: otherwise an author could write and
 * delete without end. Returns false if this author has no such comment.
 */
export async function deleteComment(
  trx: Trx,
  { id, discussionId, author, at }: Pick<Comment, 'id' | 'discussionId' | 'author'> & { at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('governance.comment')
    .set({ text: '', deleted_at: at })
    .where('id', '=', id)
    .where('discussion_id', '=', discussionId)
    .where('author', '=', author)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteComments(trx: Trx, discussionId: string, at: Date): Promise<void> {
  await trx
    .updateTable('governance.comment')
    .set({ text: '', deleted_at: at })
    .where('discussion_id', '=', discussionId)
    .execute()
}

/** Removes an account's deleted comments from before a time, because no limit counts them any more. */
export async function forgetDeleted(
  trx: Trx,
  { chain, author, until }: { chain: string; author: string; until: Date },
): Promise<void> {
  await trx
    .deleteFrom('governance.comment')
    .where('chain', '=', chain)
    .where('author', '=', author)
    .where('written_at', '<=', until)
    .where('deleted_at', 'is not', null)
    .execute()
}
