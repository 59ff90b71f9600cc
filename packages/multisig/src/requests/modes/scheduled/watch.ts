/**
 * Follows schedules on the ledger, which decides: owners may sign, delete or complete them elsewhere. Each schedule is
 * checked after every transaction that was sent for it here, then less and less often, and at its end.
 */
import type { Ledger, MirrorSchedule } from '@quorate/ledger'
import type { Change, Clock, Database, JobKind, Jobs, Session } from '@quorate/platform'
import type { Announcements } from '../../../events/announcements.ts'
import { isKept, type KeptRequest, scheduledTransactionId } from '../../../model/modes.ts'
import type { Request, Schedule } from '../../../model/request.ts'
import { findRequest } from '../../../store/requests.ts'
import { endSchedule, nextWatch, watchOf } from '../../../store/schedules.ts'
import type { Tables } from '../../../store/tables.ts'
import type { Outcomes } from '../../lifecycle/outcomes.ts'
import { countShown } from './shown-signatures.ts'

/** How long the first check waits after a transaction was sent, in milliseconds. The pause doubles with each check. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** How long after the end of a schedule its last check is, in milliseconds. The mirror has passed the end by then. */
const MIRROR_LAG_MS = 15_000
const RETRY_PAUSE_MS = 30_000

interface WatchJob {
  jobId: string
  watch: number
  pauseMs: number
}

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  outcomes: Outcomes
  announcements: Announcements
}

export type ScheduleWatch = ReturnType<typeof createScheduleWatch>

export function createScheduleWatch(deps: Deps) {
  const { database, jobs, clock } = deps

  const kind: JobKind<WatchJob> = jobs.define<WatchJob>('schedule.watch', async (job, { final }) => {
    const request = await findRequest(database.read, job.jobId)
    if (!request || !isKept(request) || (await watchOf(database.read, job.jobId)) !== job.watch) return
    const after = await look(deps, request).catch((error: unknown) => {
      if (!final) throw error
      return request
    })
    const next = { ...job, pauseMs: Math.min(2 * job.pauseMs, LONGEST_PAUSE_MS) }
    if (isKept(after)) await database.change((trx) => create(trx, next, after.schedule))
  })

  function create(trx: Change<Tables>, job: WatchJob, { expiresAt }: Schedule): Promise<unknown> {
    const now = clock.now()
    const end = expiresAt.getTime() + MIRROR_LAG_MS
    const at = end > now ? Math.min(now + job.pauseMs, end) : now + RETRY_PAUSE_MS
    return jobs.create(trx, kind, job, { startAfter: new Date(at), singletonKey: `${job.jobId} ${job.watch} ${at}` })
  }

  return {
    /**
     * Starts frequent checks of a schedule again, because a transaction for it is about to be sent, or it was just
     * created.
     */
    async begin(trx: Change<Tables>, { jobId }: Pick<Request, 'jobId'>): Promise<void> {
      const watch = await nextWatch(trx, jobId)
      const request = await findRequest(trx, jobId)
      if (request?.schedule) await create(trx, { jobId, watch, pauseMs: FIRST_PAUSE_MS }, request.schedule)
    },
    /**
     * Stores what the mirror shows about a request's schedule: its signatures, its deletion, its end, and the outcome
     * of its transaction. Returns the resulting request.
     */
    look: (request: KeptRequest): Promise<Request> => look(deps, request),
  }
}

async function look(deps: Deps, request: KeptRequest): Promise<Request> {
  const { database, clock } = deps
  const { schedule } = request
  const ledger = deps.ledgerOf(request)
  // An open request has exactly the requested schedule: they were compared when it was opened.
  const shown = await ledger.mirror.schedule(schedule.id)
  if (shown) await countShown(deps, ledger, request, shown)
  if (shown?.executedTimestamp || clock.now() >= schedule.expiresAt.getTime())
    await conclude(deps, ledger, request, shown)
  else if (shown?.deleted) await endDeleted(deps, request)
  return (await findRequest(database.read, request.jobId)) ?? request
}

/** Settles a request whose transaction the ledger has executed, or never will execute. */
async function conclude(deps: Deps, ledger: Ledger, request: KeptRequest, shown: MirrorSchedule | null): Promise<void> {
  const { id, expiresAt } = request.schedule
  const transactionId = scheduledTransactionId(request)
  const outcome = await ledger.outcome(transactionId, { expiresAt: expiresAt.getTime(), mirrorOnly: true })
  // If a mirror shows the execution but not yet its transaction, a later check asks again.
  if (outcome.state === 'unknown' || (shown?.executedTimestamp && outcome.phase !== 'consensus')) return
  if (outcome.phase === 'consensus') {
    const executed: Request = { ...request, schedule: { ...request.schedule, state: 'executed' } }
    // Only the first of several checks that find the same end stores it.
    const isFirst = (trx: Change<Tables>) => endSchedule(trx, request.jobId, 'executed')
    if (!outcome.success) await deps.outcomes.failed(executed, outcome, isFirst)
    else {
      const charged = await ledger.chargedFees(transactionId)
      if (charged) await deps.outcomes.succeeded(executed, outcome, charged, isFirst)
    }
  } else if (shown?.deleted) await endDeleted(deps, request)
  else {
    const message = `The schedule ${id} expired at ${expiresAt.toISOString()}, before the ledger executed it`
    await end(deps, request, 'expired', { code: 'REQUEST_EXPIRED', message })
  }
}

const endDeleted = (deps: Deps, request: KeptRequest): Promise<void> =>
  end(deps, request, 'deleted', {
    code: 'SCHEDULE_DELETED',
    message: `The schedule ${request.schedule.id} was deleted`,
  })

async function end(
  { database, outcomes, announcements }: Deps,
  request: KeptRequest,
  state: 'expired' | 'deleted',
  why: { code: string; message: string },
): Promise<void> {
  const ended: Request = { ...request, schedule: { ...request.schedule, state } }
  await database.change(async (trx) => {
    await outcomes.close(trx, ended, { ...why, from: ['pending', 'executing'] })
    const isEnded = await endSchedule(trx, request.jobId, state)
    // A request that its owners had closed keeps its code. They do not know yet that its schedule has ended.
    if (isEnded && request.state === 'error') trx.onCommit(() => announcements.transactionFailed(ended))
  })
}
