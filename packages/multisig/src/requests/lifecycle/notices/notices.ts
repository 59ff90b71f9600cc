/** Notifies accounts, if they have asked for it, of events of requests: by webhook and by the node's messages. */
import type { Change, Database, JobKind, Jobs, Messenger, Webhooks } from '@quorate/platform'
import { requestOut } from '../../../answers/requests.ts'
import { signersOf, viewersOf } from '../../../model/access.ts'
import type { NoticeKind, Request } from '../../../model/request.ts'
import { isWaitingFor, missingSigners } from '../../../model/signatures.ts'
import { findReminder, noteReminded, noticedOf } from '../../../store/reminders.ts'
import { findRequest } from '../../../store/requests.ts'
import type { Tables } from '../../../store/tables.ts'
import { noticeOf } from './messages.ts'

interface NoticeJob {
  jobId: string
  chain: string
  account: string
  kind: NoticeKind
  /** The account that rejected the request. */
  by?: string
}

export type Notices = ReturnType<typeof createNotices>

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  webhooks: Webhooks
  messenger: Messenger | undefined
}

export function createNotices({ database, jobs, webhooks, messenger }: Deps) {
  /** The request of a notice and the account's settings; undefined if the account no longer wants the notice. */
  async function wanted({ jobId, chain, account, kind }: NoticeJob) {
    const [settings, request] = await Promise.all([
      findReminder(database.read, chain, account),
      findRequest(database.read, jobId),
    ])
    const isOver = !request || (kind === 'signature_wanted' && !isWaitingFor(request, account))
    return settings?.notices.includes(kind) && !isOver ? { settings, request } : undefined
  }

  const post: JobKind<NoticeJob> = jobs.define<NoticeJob>('notice.deliver', async (job) => {
    const { settings, request } = (await wanted(job)) ?? {}
    if (!settings?.webhook || !settings.secret || !request) return
    const { jobId, account, kind, by } = job
    const body = { event: 'transaction_notice', notice: kind, ...(by ? { senderId: by } : {}), ...requestOut(request) }
    const id = [jobId, account, kind, ...(by ? [by] : [])].join('/')
    await webhooks.post(settings.webhook, { id, secret: settings.secret, body })
  })

  const write: JobKind<NoticeJob> = jobs.define<NoticeJob>(
    'notice.message',
    async (job) => {
      const { settings, request } = (await wanted(job)) ?? {}
      if (!settings?.messages || !request) return
      // The node may be in another process on this database.
      if (!messenger) throw new Error('The node, which sends messages, is not in this process')
      const { jobId, chain, account, kind, by } = job
      const id = [jobId, account, kind, ...(by ? [by] : [])].join('.')
      await messenger.send({ chain, walletId: account }, { id, ...noticeOf(request, kind, by) })
    },
    { ownerOf: ({ chain, account }) => `${chain} ${account}` },
  )

  return {
    /**
     * Creates the jobs that send notices of a request. Called in the database transaction that makes the event. No
     * account gets the same notice twice.
     *
     * @param by The account that rejected the request; it gets no notice
     */
    async tell(trx: Change<Tables>, request: Request, kind: NoticeKind, by?: string): Promise<void> {
      const { jobId, chain, muted } = request
      const accounts = [...new Set(concernedBy(request, kind))].filter(
        (account) => account !== by && !muted.includes(account),
      )
      for (const { account, webhook, messages } of await noticedOf(trx, request, { accounts, kind })) {
        // Several owners may reject a request, and each rejection gets a notice.
        const isAgain = kind !== 'rejected' && !(await noteReminded(trx, { job_id: jobId, account, before: kind }))
        if (isAgain) continue
        const job = { jobId, chain, account, kind, ...(by === undefined ? {} : { by }) }
        if (webhook) await jobs.createAndRun(trx, post, job)
        if (messages) await jobs.createAndRun(trx, write, job)
      }
    },
  }
}

/** The accounts that a notice is about. Nobody gets a notice of an action that they took. */
function concernedBy(request: Request, kind: NoticeKind): string[] {
  const { requester, governance, newGovernance } = request
  if (kind === 'signature_wanted') return missingSigners(request).filter((account) => account !== requester)
  if (kind !== 'owner') {
    // A proposer gets notices of the requests that it made, as long as it may see them. Observers get none.
    const hears = request.requesterRole === null || viewersOf(request).includes(requester)
    return [...signersOf(request), ...request.participants, ...(hears ? [requester] : [])]
  }
  const before = new Set(governance?.owners.map(({ wallet }) => wallet))
  const now = newGovernance?.owners.map(({ wallet }) => wallet) ?? []
  return now.filter((account) => account !== requester && !before.has(account))
}
