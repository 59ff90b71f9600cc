/**
 * Requests with `executeAt`, whose transaction's valid start is in the future. Owners sign at any time before it. The
 * service submits the transaction at that time, and again and again until the request ends.
 */
import type { Ledger } from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
} from '@quorate/platform'
import { VerifyError } from '@quorate/verify'
import type { Announcements } from '../../events/announcements.ts'
import type { Request } from '../../model/request.ts'
import { findRequest, moveState } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import type { Executions } from '../lifecycle/executions.ts'
import { REMINDERS_MS, type Reminders } from '../lifecycle/notices/reminders.ts'
import type { ReplacedKeys } from '../lifecycle/replaced-keys.ts'
import { readOnce } from '../reads.ts'
import type { RequestMode } from './request-mode.ts'

/** How long after `executeAt` the first attempt is made, in milliseconds. The valid start is within this time. */
const START_MS = 1_000
/** The time between attempts, in milliseconds. */
const RETRY_DELAY_MS = 5_000

interface TimedJob {
  jobId: string
}

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  clock: Clock
  announcements: Announcements
  executions: Executions
  replacedKeys: ReplacedKeys
  reminders: Reminders
  immediate: RequestMode
}

export function createTimedMode(deps: Deps): RequestMode {
  const { reminders, database, jobs, ledgerOf, clock, announcements, executions, replacedKeys, immediate } = deps

  const reminder = jobs.define<TimedJob>('transaction.reminder', async ({ jobId }, { final }) => {
    const request = await findRequest(database.read, jobId)
    if (request?.state !== 'pending') return
    try {
      await replacedKeys.withdraw(readOnce(ledgerOf(request)), request)
    } catch (error) {
      // Without the mirror, changed keys are unknown, but owners still get their reminders.
      if (!final) throw error
    }
    const present = await findRequest(database.read, jobId)
    if (present?.state === 'pending') announcements.transactionDue(present)
  })

  const due: JobKind<TimedJob> = jobs.define<TimedJob>(
    'transaction.due',
    async ({ jobId }) => {
      const request = await findRequest(database.read, jobId)
      if (!request?.executeAt || (request.state !== 'pending' && request.state !== 'executing')) return
      // The next attempt is stored before this one begins, so that it happens even if this one fails.
      const next = nextAttempt(request.executeAt.getTime() + START_MS, clock.now())
      if (next < request.expiresAt.getTime()) await database.change((trx) => create(trx, due, request, next))
      if (request.state !== 'pending') return
      await executions.executeDue(request).catch((error: unknown) => recordReason(deps, request, error))
    },
    { stopsClock: true },
  )

  const create = (trx: Change<Tables>, kind: typeof due, { jobId }: Request, at: number) =>
    jobs.create(trx, kind, { jobId }, { startAfter: new Date(at), singletonKey: `${jobId} ${at}` })

  return {
    ...immediate,
    async begin(trx, request) {
      const at = request.executeAt?.getTime() ?? 0
      for (const before of Object.values(REMINDERS_MS))
        if (at - before > clock.now()) await create(trx, reminder, request, at - before)
      await create(trx, due, request, at + START_MS)
      await reminders.schedule(trx, request)
    },
  }
}

/** The time of the next attempt: the first time plus a multiple of the delay. So a repeated job adds no attempt. */
const nextAttempt = (first: number, now: number): number =>
  first + Math.max(0, Math.floor((now - first) / RETRY_DELAY_MS) + 1) * RETRY_DELAY_MS

/** Stores why a due request could not be executed yet. The request ends with this code if nothing changes. */
async function recordReason({ database, clock, announcements }: Deps, request: Request, error: unknown): Promise<void> {
  if (!(error instanceof ApiError || error instanceof VerifyError)) throw error
  const { code, message } = error
  // An earlier obstacle is a better explanation than the expiry.
  if (code === 'REQUEST_EXPIRED' || (code === request.code && message === request.message)) return
  const change = { code, message, updated_at: new Date(clock.now()) }
  const open = await database.change(async (trx) =>
    (await moveState(trx, request.jobId, ['pending'], change)) ? findRequest(trx, request.jobId) : undefined,
  )
  if (open && request.code !== code) announcements.transactionDue(open)
}
