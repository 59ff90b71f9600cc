import { randomUUID } from 'node:crypto'
import {
  type Clock,
  conflict,
  type Database,
  forbidden,
  notFound,
  type Session,
  tooLarge,
  tooMany,
} from '@quorate/platform'
import type { Daos } from '../daos/daos.ts'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import type { Dao } from '../model/dao.ts'
import type { Draft } from '../model/draft.ts'
import type { ProposalBody } from '../model/proposal-body.ts'
import { checkBody } from '../proposals/proposal-body.ts'
import { checkProposer, MAX_RECORD_BYTES } from '../proposals/proposals.ts'
import { deleteComments } from '../store/comments.ts'
import { lockDao } from '../store/daos.ts'
import { changeDraft, countDrafts, daoOfDraft, deleteDraft, findDraft, insertDraft } from '../store/drafts.ts'
import type { Tables } from '../store/tables.ts'

/** `Retry-After` if an account has too many drafts, in seconds. */
const HOUR_S = 3_600

export type Drafts = ReturnType<typeof createDrafts>

interface Deps {
  database: Database<Tables>
  clock: Clock
  daos: Daos
  announcements: Announcements
}

/** Drafts of proposals. They are only in the database, not on a topic. */
export function createDrafts(deps: Deps) {
  const { database, clock, daos, announcements } = deps
  const find = (draftId: string) => findDraftById(deps, draftId)

  return {
    find,

    async create(proposal: ProposalBody, session: Session): Promise<Draft> {
      const dao = await daos.find(proposal.daoId)
      await checkDraft(deps, dao, proposal, session)
      const author = proposal.creatorAddress
      const draft = { draftId: randomUUID(), dao, author, proposal, createdAt: new Date(clock.now()) }
      await database.change(async (trx) => {
        // Drafts that are sent at the same time are counted one after the other.
        await lockDao(trx, dao.daoId)
        if ((await countDrafts(trx, { chain: dao.chain, author })) >= limits.maxDrafts.value)
          throw tooMany('TOO_MANY_DRAFTS', `${author} has ${limits.maxDrafts.value} drafts, the maximum`, HOUR_S)
        await insertDraft(trx, draft)
      })
      const made = await find(draft.draftId)
      announcements.draftChanged(made)
      return made
    },

    /** Stores the next version. `revision` is the version that the author has changed. */
    async change(
      draftId: string,
      { revision, proposal }: { revision: number; proposal: ProposalBody },
      session: Session,
    ): Promise<Draft> {
      const { dao, author } = await find(draftId)
      if (author !== session.walletId || dao.chain !== session.chain)
        throw forbidden('NOT_YOUR_DRAFT', `Only its author ${author} may change this draft`)
      if (proposal.daoId !== dao.daoId)
        throw conflict('DRAFT_OF_ANOTHER_DAO', `proposal.daoId is ${proposal.daoId}: the draft belongs to ${dao.daoId}`)
      await checkDraft(deps, dao, proposal, session)
      const at = new Date(clock.now())
      const isChanged = await database.change((trx) => changeDraft(trx, { draftId, revision, proposal, at }))
      const draft = await find(draftId)
      if (!isChanged)
        throw conflict(
          'DRAFT_CHANGED',
          `revision is ${revision}: the draft has been changed, and is at ${draft.revision}`,
        )
      announcements.draftChanged(draft)
      return draft
    },

    /** Deletes a draft with its comments. Its author and the DAO's owner may do that. */
    async remove(draftId: string, session: Session): Promise<Draft> {
      const draft = await find(draftId)
      const { dao, author } = draft
      if (![author, dao.owner].includes(session.walletId) || dao.chain !== session.chain)
        throw forbidden(
          'NOT_YOUR_DRAFT',
          `Only its author ${author} and the DAO's owner ${dao.owner} may delete this draft`,
        )
      await database.change(async (trx) => {
        if (!(await deleteDraft(trx, { draftId, daoId: dao.daoId, author }))) throw noDraft(draftId)
        await deleteComments(trx, draftId, new Date(clock.now()))
      })
      announcements.draftDeleted(draft)
      return draft
    },
  }
}

async function findDraftById({ database, daos }: Deps, draftId: string): Promise<Draft> {
  const daoId = await daoOfDraft(database.read, draftId)
  const draft = daoId && (await findDraft(database.read, await daos.find(daoId), draftId))
  if (!draft) throw noDraft(draftId)
  return draft
}

const noDraft = (draftId: string) =>
  notFound(
    'DRAFT_NOT_FOUND',
    `The draft ${draftId.slice(0, 40)} does not exist, or has become the proposal with this id`,
  )

/**
 * Checks everything that needs no ledger, as for a proposal. The start may be in the past: it is checked when the draft
 * becomes a proposal.
 */
async function checkDraft({ database }: Deps, dao: Dao, proposal: ProposalBody, session: Session): Promise<void> {
  if (dao.status === 'INACTIVE') throw conflict('DAO_INACTIVE', `${dao.name} accepts no new proposals`)
  await checkProposer(database.read, dao, proposal, session)
  checkBody(dao, proposal)
  const bytes = Buffer.byteLength(JSON.stringify(proposal))
  if (bytes > MAX_RECORD_BYTES)
    throw tooLarge('PROPOSAL_TOO_LARGE', `The proposal takes ${bytes} bytes: at most ${MAX_RECORD_BYTES}`)
}
