/**
 * Reminders of requests that wait for days. Each owner who turned them on gets one a day and one an hour before the
 * time, by socket, webhook and message, unless the owner has signed or rejected the request.
 */
import type { Change, Clock, Database, JobKind, Jobs, Messenger, Webhooks } from '@quorate/platform'
import { requestOut } from '../../../answers/requests.ts'
import type { Announcements } from '../../../events/announcements.ts'
import { signersOf } from '../../../model/access.ts'
import { modeOf } from '../../../model/modes.ts'
import { type Before, befores, type Request } from '../../../model/request.ts'
import { isWaitingFor } from '../../../model/signatures.ts'
import { findReminder, noteReminded, remindersOf } from '../../../store/reminders.ts'
import { findRequest, lockRequest } from '../../../store/requests.ts'
import type { Tables } from '../../../store/tables.ts'
import { reminderOf } from './messages.ts'

/** How long before the time of a request owners are reminded of it, in milliseconds. */
export const REMINDERS_MS: Record<Before, number> = { day: 86_400_000, hour: 3_600_000 }

interface RemindJob {
  jobId: string
  before: Before
}

interface DeliverJob {
  jobId: string
  chain: string
  account: string
  before: Before
}

export type Reminders = ReturnType<typeof createReminders>

export function createReminders(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  webhooks: Webhooks
  messenger: Messenger | undefined
  announcements: Announcements
}) {
  const { database, jobs, clock, webhooks, messenger, announcements } = deps

  const deliver: JobKind<DeliverJob> = jobs.define<DeliverJob>(
    'reminder.deliver',
    async ({ jobId, chain, account, before }) => {
      const reminder = await findReminder(database.read, chain, account)
      const request = await findRequest(database.read, jobId)
      if (!reminder?.webhook || !reminder.secret || !request || !isWaitingFor(request, account)) return
      const body = { event: 'transaction_reminder', before, ...requestOut(request) }
      await webhooks.post(reminder.webhook, { id: `${jobId}/${account}/${before}`, secret: reminder.secret, body })
    },
  )

  const write: JobKind<DeliverJob> = jobs.define<DeliverJob>(
    'reminder.message',
    async ({ jobId, chain, account, before }) => {
      const reminder = await findReminder(database.read, chain, account)
      const request = await findRequest(database.read, jobId)
      if (!reminder?.messages || !request || !isWaitingFor(request, account)) return
      // The node may be in another process on this database.
      if (!messenger) throw new Error('The node, which sends messages, is not in this process')
      await messenger.send(
        { chain, walletId: account },
        { id: `${jobId}.${account}.${before}`, ...reminderOf(request, before) },
      )
    },
    { ownerOf: ({ chain, account }) => `${chain} ${account}` },
  )

  const remind: JobKind<RemindJob> = jobs.define<RemindJob>('reminder.due', async ({ jobId, before }) => {
    await database.change(async (trx) => {
      if (!(await lockRequest(trx, jobId))) return
      const request = await findRequest(trx, jobId)
      if (request?.state !== 'pending') return
      const { chain } = request
      const accounts = signersOf(request).filter(
        (account) => isWaitingFor(request, account) && !request.muted.includes(account),
      )
      for (const { account, socket, webhook, messages } of await remindersOf(trx, { chain, accounts, before })) {
        if (!(await noteReminded(trx, { job_id: jobId, account, before }))) continue
        if (webhook) await jobs.createAndRun(trx, deliver, { jobId, chain, account, before })
        if (messages) await jobs.createAndRun(trx, write, { jobId, chain, account, before })
        if (socket) trx.onCommit(() => announcements.transactionReminder(request, account, before))
      }
    })
  })

  return {
    /** Creates the jobs that remind owners of a request that stays open for days. */
    async schedule(trx: Change<Tables>, request: Request): Promise<void> {
      const end = modeOf(request).waitsUntil(request)
      if (!end) return
      const { jobId } = request
      for (const before of befores) {
        const at = end.getTime() - REMINDERS_MS[before]
        if (at <= clock.now()) continue
        await jobs.create(
          trx,
          remind,
          { jobId, before },
          { startAfter: new Date(at), singletonKey: `${jobId} ${before}` },
        )
      }
    },
  }
}
