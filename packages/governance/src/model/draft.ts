import type { Dao } from './dao.ts'
import type { ProposalBody } from './proposal-body.ts'

/** A proposal that its author may still change. The proposal made from it has the same id. */
export interface Draft {
  draftId: string
  sequence: bigint
  dao: Dao
  author: string
  /** The number of its author's version, from 1. */
  revision: number
  proposal: ProposalBody
  createdAt: Date
  updatedAt: Date
}

/** The subject of a discussion: a draft, or a proposal. */
export interface Discussed {
  /** The id of the draft, and of the proposal made from it. */
  discussionId: string
  dao: Dao
  /** The author of the draft or the proposal. */
  author: string
  /** Whether members may still comment. */
  isOpen: boolean
}

export interface Comment {
  id: bigint
  discussionId: string
  author: string
  text: string
  writtenAt: Date
  editedAt: Date | null
  /** Set while the DAO's owner hides it. */
  hiddenAt: Date | null
}
