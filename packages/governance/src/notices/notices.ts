/** Notifies the accounts that want it when a vote is about to end or has ended. */
import { type Database, type JobKind, type Jobs, type Messenger, type Session, tooMany } from '@quorate/platform'
import type { Daos } from '../daos/daos.ts'
import type { ProposalJobs } from '../jobs/proposal-jobs.ts'
import { limits } from '../limits.ts'
import { isDecided } from '../model/dao.ts'
import type { NoticeKind } from '../model/notice.ts'
import { countNoticed, noteNoticed, noticesOf, replaceNotices, toNotice } from '../store/notices.ts'
import { findProposal } from '../store/proposals.ts'
import type { Tables } from '../store/tables.ts'
import { noticeOf } from './texts.ts'

interface NoticeJob {
  proposalId: string
  account: string
  kind: NoticeKind
}

/** Accounts that are read at once. */
const PAGE = 200
/** `Retry-After` if an account already follows the maximum of DAOs, in seconds. */
const HOUR_S = 3_600

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  daos: Daos
  proposalJobs: ProposalJobs
  messenger: Messenger | undefined
}

export type Notices = ReturnType<typeof createNotices>

export function createNotices(deps: Deps) {
  const { database, jobs, daos, proposalJobs } = deps
  const kind: JobKind<NoticeJob> = jobs.define<NoticeJob>('notice.vote', (job) => send(deps, job), {
    ownerOf: ({ account }) => account,
  })
  proposalJobs.ending.does(({ proposalId }) => tell(deps, kind, proposalId, 'vote_ending'))
  proposalJobs.ended.does(({ proposalId }) => tell(deps, kind, proposalId, 'vote_ended'))
  return {
    /** Whether the process can send messages. */
    messenger: deps.messenger,

    async of(daoId: string, { walletId: account }: Session): Promise<NoticeKind[]> {
      const dao = await daos.find(daoId)
      return noticesOf(database.read, { daoId: dao.daoId, account })
    },

    /** @throws 404 DAO_NOT_FOUND, 409 EMAIL_NOT_CONFIRMED, 429 TOO_MANY_DAOS_FOLLOWED, 501 EMAIL_UNAVAILABLE */
    async set(daoId: string, kinds: NoticeKind[], session: Session, messenger: Messenger): Promise<NoticeKind[]> {
      const dao = await daos.find(daoId)
      const { walletId: account, chain } = session
      if (kinds.length > 0) await messenger.check(session)
      await database.change(async (trx) => {
        const isNew = (await noticesOf(trx, { daoId, account })).length === 0
        const { value: most } = limits.noticedDaos
        if (isNew && kinds.length > 0 && (await countNoticed(trx, { chain, account })) >= most)
          throw tooMany('TOO_MANY_DAOS_FOLLOWED', `${account} gets notices of ${most} DAOs, the maximum`, HOUR_S)
        await replaceNotices(trx, { daoId: dao.daoId, account, chain, kinds })
      })
      return kinds
    },
  }
}

/** Creates the job of each account that wants a notice. No account gets the same notice twice. */
async function tell(
  { database, jobs }: Deps,
  job: JobKind<NoticeJob>,
  proposalId: string,
  kind: NoticeKind,
): Promise<void> {
  const proposal = await findProposal(database.read, proposalId)
  if (!proposal || (kind === 'vote_ending') === isDecided(proposal)) return
  const about = { daoId: proposal.dao.daoId, proposalId, kind }
  for (let after = ''; ; ) {
    const accounts = await toNotice(database.read, about, { after, limit: PAGE })
    await database.change(async (trx) => {
      for (const account of accounts)
        if (await noteNoticed(trx, { proposal_id: proposalId, account, kind }))
          await jobs.createAndRun(trx, job, { proposalId, account, kind })
    })
    const last = accounts.at(-1)
    if (last === undefined || accounts.length < PAGE) return
    after = last
  }
}

async function send({ database, messenger }: Deps, { proposalId, account, kind }: NoticeJob): Promise<void> {
  const proposal = await findProposal(database.read, proposalId)
  if (!proposal || (kind === 'vote_ending') === isDecided(proposal)) return
  const { daoId, chain } = proposal.dao
  if (!(await noticesOf(database.read, { daoId, account })).includes(kind)) return
  // The node may be in another process on this database.
  if (!messenger) throw new Error('The node, which sends messages, is not in this process')
  const id = `${proposalId}.${account}.${kind}`
  await messenger.send({ chain, walletId: account }, { id, ...noticeOf(proposal, kind) })
}
