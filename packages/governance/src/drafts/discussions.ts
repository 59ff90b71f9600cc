import {
  type Clock,
  checkVisible,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooMany,
} from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { howToJoin, isDecided } from '../model/dao.ts'
import type { Comment, Discussed } from '../model/draft.ts'
import {
  countCommentsSince,
  deleteComment,
  editComment,
  findComment,
  forgetDeleted,
  hideComment,
  insertComment,
} from '../store/comments.ts'
import { findDao } from '../store/daos.ts'
import { daoOfDraft, findDraft, keepDraft } from '../store/drafts.ts'
import { isMember } from '../store/members.ts'
import { findProposal } from '../store/proposals.ts'
import type { Read, Tables } from '../store/tables.ts'

const DAY_MS = 86_400_000
const HOUR_S = 3_600

export type Discussions = ReturnType<typeof createDiscussions>

interface Deps {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
}

/**
 * Members' comments about drafts and proposals. A draft and the proposal made from it have the same id and one
 * discussion.
 */
export function createDiscussions(deps: Deps) {
  const { database, clock, announcements } = deps

  /** The comment and what it is about. @throws 404 `DISCUSSION_NOT_FOUND`, `COMMENT_NOT_FOUND` */
  async function commentIn(discussionId: string, commentId: string) {
    const discussed = await find(database.read, discussionId)
    const comment = isCommentId(commentId) && (await findComment(database.read, discussionId, BigInt(commentId)))
    if (!comment) throw noComment(commentId)
    return { discussed, comment }
  }

  async function own(discussionId: string, commentId: string, session: Session) {
    const found = await commentIn(discussionId, commentId)
    const { author } = found.comment
    if (author !== session.walletId || found.discussed.dao.chain !== session.chain)
      throw forbidden('NOT_YOUR_COMMENT', `Only its author ${author} may change or delete this comment`)
    return found
  }

  return {
    find: (discussionId: string) => find(database.read, discussionId),

    async comment(discussionId: string, text: string, session: Session): Promise<Comment> {
      checkVisible(text, 'text', { lines: true })
      await find(database.read, discussionId)
      return database.change(async (trx) => {
        // Prevents the draft from being deleted or started in the meantime.
        await keepDraft(trx, discussionId)
        const discussed = await find(trx, discussionId)
        const { dao } = discussed
        await checkSpeaker(trx, discussed, session)
        const now = new Date(clock.now())
        const by = { chain: dao.chain, author: session.walletId }
        const { value: most } = limits.maxCommentsADay
        const since = new Date(now.getTime() - DAY_MS)
        await forgetDeleted(trx, { ...by, until: since })
        if ((await countCommentsSince(trx, { ...by, since })) >= most)
          throw tooMany('TOO_MANY_COMMENTS', `You have written ${most} comments within 24 hours, the maximum`, HOUR_S)
        const comment = await insertComment(trx, { ...by, daoId: dao.daoId, discussionId, text, writtenAt: now })
        trx.onCommit(() => announcements.commentChanged(discussed, comment))
        return comment
      })
    },

    async edit(discussionId: string, commentId: string, text: string, session: Session): Promise<Comment> {
      checkVisible(text, 'text', { lines: true })
      const { discussed, comment } = await own(discussionId, commentId, session)
      const at = new Date(clock.now())
      const edited = await database.change((trx) => editComment(trx, { ...comment, text, at }))
      if (!edited) throw noComment(commentId)
      announcements.commentChanged(discussed, edited)
      return edited
    },

    /** Hides a comment from everybody, or shows it again. Only the DAO's owner may do that. */
    async hide(discussionId: string, commentId: string, hidden: boolean, session: Session): Promise<Comment> {
      const { discussed, comment } = await commentIn(discussionId, commentId)
      const { dao } = discussed
      if (dao.owner !== session.walletId || dao.chain !== session.chain)
        throw forbidden('NOT_THE_OWNER', `Only the DAO's owner ${dao.owner} may hide its comments`)
      const hiddenAt = hidden ? (comment.hiddenAt ?? new Date(clock.now())) : null
      const changed = await database.change((trx) => hideComment(trx, { ...comment, hiddenAt }))
      if (!changed) throw noComment(commentId)
      announcements.commentChanged(discussed, changed)
      return changed
    },

    async remove(discussionId: string, commentId: string, session: Session): Promise<Comment> {
      const { discussed, comment } = await own(discussionId, commentId, session)
      const at = new Date(clock.now())
      if (!(await database.change((trx) => deleteComment(trx, { ...comment, at })))) throw noComment(commentId)
      announcements.commentDeleted(discussed, comment)
      return comment
    },
  }
}

/** @throws 404 `DISCUSSION_NOT_FOUND` */
async function find(read: Read, discussionId: string): Promise<Discussed> {
  const daoId = await daoOfDraft(read, discussionId)
  const dao = daoId && (await findDao(read, daoId))
  const draft = dao && (await findDraft(read, dao, discussionId))
  if (draft) return { discussionId, dao: draft.dao, author: draft.author, isOpen: true }
  const proposal = await findProposal(read, discussionId)
  if (!proposal) throw notFound('DISCUSSION_NOT_FOUND', `There is no draft or proposal ${discussionId.slice(0, 40)}`)
  return { discussionId, dao: proposal.dao, author: proposal.creator, isOpen: !isDecided(proposal) }
}

/** @throws 403 `WRONG_CHAIN`, `NOT_A_MEMBER`, 409 `DISCUSSION_CLOSED` */
async function checkSpeaker(read: Read, { dao, isOpen }: Discussed, session: Session): Promise<void> {
  const { walletId: account, chain } = session
  if (dao.chain !== chain) throw forbidden('WRONG_CHAIN', `The session is for ${chain}, and the DAO is on ${dao.chain}`)
  if (dao.owner !== account && !(await isMember(read, dao.daoId, account)))
    throw forbidden(
      'NOT_A_MEMBER',
      `${account} is not a member of ${dao.name}: only members can comment. ${howToJoin(dao)}`,
    )
  if (!isOpen) throw conflict('DISCUSSION_CLOSED', 'The proposal is decided: it accepts no more comments')
}

const isCommentId = (text: string): boolean => /^[1-9][0-9]{0,17}$/.test(text)

const noComment = (commentId: string) =>
  notFound('COMMENT_NOT_FOUND', `The comment ${commentId.slice(0, 40)} does not exist here`)
