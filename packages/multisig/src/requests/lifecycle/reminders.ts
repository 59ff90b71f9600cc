/**
 * Reminders of requests that wait for days. Each owner who turned them on gets one a day and one an hour before the
 * time, by socket, webhook and e-mail, unless the owner has signed or rejected the request.
 */
import type { Change, Clock, Database, JobKind, Jobs, Webhooks } from '@quorate/platform'
import { neededSentence, stillNeeded } from '@quorate/verify'
import { needsOut, requestOut } from '../../answers/requests.ts'
import type { Announcements } from '../../events/announcements.ts'
import { signersOf } from '../../model/access.ts'
import { modeOf } from '../../model/modes.ts'
import { type Before, befores, type Request } from '../../model/request.ts'
import { missingSigners } from '../../model/signatures.ts'
import { findReminder, noteReminded, remindersOf } from '../../store/reminders.ts'
import { findRequest, lockRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'

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

/** Sends messages to accounts. The node does this, because it has their addresses. */
export interface Emails {
  /** Checks that messages can be sent to an account. @throws 409 EMAIL_NOT_CONFIRMED, 501 EMAIL_UNAVAILABLE */
  check(to: { chain: string; walletId: string }): Promise<void>
  send(to: { chain: string; walletId: string }, message: { id: string; subject: string; text: string }): Promise<void>
}

export type Reminders = ReturnType<typeof createReminders>

export function createReminders(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  webhooks: Webhooks
  emails: Emails | undefined
  announcements: Announcements
}) {
  const { database, jobs, clock, webhooks, emails, announcements } = deps

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
    'reminder.email',
    async ({ jobId, chain, account, before }) => {
      const reminder = await findReminder(database.read, chain, account)
      const request = await findRequest(database.read, jobId)
      if (!reminder?.email || !request || !isWaitingFor(request, account)) return
      // Another process on this database may have the node.
      if (!emails) throw new Error('The node, which sends e-mail, is not in this process')
      await emails.send(
        { chain, walletId: account },
        { id: `${jobId}.${account}.${before}`, ...reminderText(request, before) },
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
      for (const { account, socket, webhook, email } of await remindersOf(trx, { chain, accounts, before })) {
        if (!(await noteReminded(trx, { job_id: jobId, account, before }))) continue
        if (webhook) await jobs.createAndRun(trx, deliver, { jobId, chain, account, before })
        if (email) await jobs.createAndRun(trx, write, { jobId, chain, account, before })
        if (socket) trx.onCommit(() => announcements.transactionReminder(request, account, before))
      }
    })
  })

  return {
    /** Creates the jobs that remind owners of a request that they can sign for days. */
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

/** Contains no text by users: anybody can name an account as an owner, and could have the node send it a text. */
function reminderText(request: Request, before: Before): { subject: string; text: string } {
  const { jobId, wallet, operation, chain, requester } = request
  const of = wallet === null ? `of ${requester}` : `of the wallet ${wallet}`
  const end = modeOf(request).waitsUntil(request)?.toISOString()
  const still = stillNeeded({ needs: needsOut(request), missing: missingSigners(request) })
  return {
    subject: `A request ${of} waits for your signature`,
    text: [
      `The request ${jobId} ${of} (${operation}, ${chain}) waits for your signature.`,
      ...(still ? [`${neededSentence(still)}.`] : []),
      `Its time ends in ${before === 'day' ? 'a day' : 'an hour'}${end === undefined ? '' : `, at ${end}`}.`,
      'Read what it does before you sign.',
    ].join('\n'),
  }
}

const isWaitingFor = (request: Request, account: string): boolean =>
  request.state === 'pending' && missingSigners(request).includes(account)
