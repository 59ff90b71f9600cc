/**
 * Reminders of requests that wait for days: each owner who turned them on hears a day and an hour before the time, by
 * socket and webhook, unless it has signed or rejected the request.
 */
import type { Change, Clock, Database, JobKind, Jobs, Webhooks } from '@quorate/platform'
import { requestOut } from '../answers/resources.ts'
import type { Announcements } from '../events/announcements.ts'
import { type Before, befores, missingSigners, type Request, signersOf } from '../model/request.ts'
import { findReminder, noteReminded, remindersOf } from '../store/reminders.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import { holderOf } from './reads.ts'

/** How long before the time of a request owners are reminded of it, in milliseconds. */
export const REMINDERS_MS: Record<Before, number> = { day: 86_400_000, hour: 3_600_000 }

export interface Reminders {
  /** Creates the jobs that remind of a timed request before `executeAt`, or of an open schedule before it expires. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

interface RemindJob {
  jobId: string
  chain: string
  /** See {@link holderOf}. */
  holder: string
  before: Before
}

interface DeliverJob {
  jobId: string
  chain: string
  account: string
  before: Before
}

export function createReminders(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  webhooks: Webhooks
  announcements: Announcements
}): Reminders {
  const { database, jobs, clock, webhooks, announcements } = deps

  /** Accounts take turns, so that a slow webhook holds up no other. */
  const deliver: JobKind<DeliverJob> = jobs.define<DeliverJob>(
    'reminder.deliver',
    async ({ jobId, chain, account, before }) => {
      const reminder = await findReminder(database.read, chain, account)
      const request = await findRequest(database.read, jobId)
      if (!reminder?.webhook || !reminder.secret || !request || !isWaitingFor(request, account)) return
      const body = { event: 'transaction_reminder', before, ...requestOut(request) }
      await webhooks.post(reminder.webhook, { id: `${jobId}/${account}/${before}`, secret: reminder.secret, body })
    },
    { ownerOf: ({ chain, account }) => `${chain} ${account}` },
  )

  const remind: JobKind<RemindJob> = jobs.define<RemindJob>(
    'reminder.due',
    async ({ jobId, before }) => {
      await database.change(async (trx) => {
        if (!(await lockRequest(trx, jobId))) return
        const request = await findRequest(trx, jobId)
        if (request?.state !== 'pending') return
        const { chain } = request
        const accounts = signersOf(request).filter(
          (account) => isWaitingFor(request, account) && !request.muted.includes(account),
        )
        for (const { account, socket, webhook } of await remindersOf(trx, { chain, accounts, before })) {
          if (!(await noteReminded(trx, { job_id: jobId, account, before }))) continue
          if (webhook) await jobs.createAndRun(trx, deliver, { jobId, chain, account, before })
          if (socket) trx.onCommit(() => announcements.transactionReminder(request, account, before))
        }
      })
    },
    { ownerOf: ({ chain, holder }) => `${chain} ${holder}` },
  )

  return {
    async schedule(trx, { jobId, chain, executeAt, schedule, ...request }) {
      const end = executeAt ?? (schedule?.state === 'open' ? schedule.expiresAt : null)
      if (!end) return
      for (const before of befores) {
        const at = end.getTime() - REMINDERS_MS[before]
        if (at <= clock.now()) continue
        const job = { jobId, chain, holder: holderOf(request), before }
        await jobs.create(trx, remind, job, { startAfter: new Date(at), singletonKey: `${jobId} ${before}` })
      }
    },
  }
}

const isWaitingFor = (request: Request, account: string): boolean =>
  request.state === 'pending' && missingSigners(request).includes(account)
