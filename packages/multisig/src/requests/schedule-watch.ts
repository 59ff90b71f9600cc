/**
 * What becomes of schedules on the ledger, which has the last word: owners may sign, delete or complete them elsewhere.
 * Each is looked at after every transaction that was sent for it here, then ever more rarely, and at its end.
 */
import {
  isSameScheduled,
  type Ledger,
  leaves,
  type MirrorSchedule,
  publicKeyText,
  scheduledBodyIn,
} from '@quorate/ledger'
import type { Change, Clock, Database, JobKind, Jobs, Session } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import {
  type CountedSignature,
  isScheduled,
  people,
  presentKeys,
  type Request,
  type Schedule,
  scheduledTransactionId,
  signedKeys,
} from '../model/request.ts'
import { insertSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest } from '../store/requests.ts'
import { endSchedule, nextWatch, watchOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import { type Settlement, SUPERSEDED } from './settle.ts'

/** How long the first look waits after a transaction was sent; the pause doubles with each look, in milliseconds. */
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 300_000
/** How long after the end of a schedule its last look is, so that the mirror has passed it, in milliseconds. */
const MIRROR_LAG_MS = 15_000
const RETRY_PAUSE_MS = 30_000

export type ScheduledRequest = Request & { schedule: Schedule & { id: string } }

export interface ScheduleWatch {
  /** Begins to look at a schedule often again: a transaction for it is about to be sent, or it was just created. */
  begin(trx: Change<Tables>, jobId: string): Promise<void>
  /**
   * Takes over what the mirror shows of a request's schedule: its signatures, its deletion, its end, and what became of
   * its transaction. Answers the request as it is then.
   */
  look(request: ScheduledRequest): Promise<Request>
  /** Stores that a schedule ended without its transaction, and why where its request is still open. */
  end(request: Request, state: 'expired' | 'deleted', why: { code: string; message: string }): Promise<void>
}

export function createScheduleWatch(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  settlement: Settlement
  announcements: Announcements
}): ScheduleWatch {
  const { database, jobs, clock, ledgerOf, settlement, announcements } = deps

  interface WatchJob {
    jobId: string
    watch: number
    pauseMs: number
  }
  const kind: JobKind<WatchJob> = jobs.define<WatchJob>('schedule.watch', async (job, { final }) => {
    const request = await findRequest(database.read, job.jobId)
    if (!request || !isScheduled(request) || (await watchOf(database.read, job.jobId)) !== job.watch) return
    const after = await look(request).catch((error: unknown) => {
      if (!final) throw error
      return request
    })
    const next = { ...job, pauseMs: Math.min(2 * job.pauseMs, LONGEST_PAUSE_MS) }
    if (isScheduled(after)) await database.change((trx) => create(trx, next, after.schedule))
  })

  function create(trx: Change<Tables>, job: WatchJob, { expiresAt }: Schedule): Promise<unknown> {
    const now = clock.now()
    const end = expiresAt.getTime() + MIRROR_LAG_MS
    const at = end > now ? Math.min(now + job.pauseMs, end) : now + RETRY_PAUSE_MS
    return jobs.create(trx, kind, job, { startAfter: new Date(at), singletonKey: `${job.jobId} ${job.watch} ${at}` })
  }

  async function begin(trx: Change<Tables>, jobId: string): Promise<void> {
    const watch = await nextWatch(trx, jobId)
    const request = await findRequest(trx, jobId)
    if (request?.schedule) await create(trx, { jobId, watch, pauseMs: FIRST_PAUSE_MS }, request.schedule)
  }

  const latest = async (request: Request): Promise<Request> =>
    (await findRequest(database.read, request.jobId)) ?? request

  async function look(request: ScheduledRequest): Promise<Request> {
    const { schedule } = request
    const ledger = ledgerOf(request)
    const shown = await ledger.mirror.schedule(schedule.id)
    if (!shown) return request
    const difference = differenceOf(shown, request)
    if (difference !== undefined) {
      const message = `The schedule ${schedule.id} is another one than was asked for: ${difference}`
      await end(request, 'expired', { code: SUPERSEDED, message })
      return latest(request)
    }
    await countShown(request, shown)
    if (shown.executedTimestamp !== null || clock.now() >= schedule.expiresAt.getTime())
      await conclude(ledger, request, shown)
    else if (shown.deleted) await endDeleted(request)
    return latest(request)
  }

  /** Settles a request whose transaction the ledger has executed, or never will. */
  async function conclude(ledger: Ledger, request: ScheduledRequest, { deleted }: MirrorSchedule): Promise<void> {
    const { id, expiresAt } = request.schedule
    const outcome = await ledger.outcome(scheduledTransactionId(request), {
      expiresAt: expiresAt.getTime(),
      mirrorOnly: true,
    })
    if (outcome.state === 'unknown') return
    if (outcome.phase === 'consensus') {
      await settlement.conclude(request, outcome)
      await database.change((trx) => endSchedule(trx, request.jobId, 'executed'))
    } else if (deleted) await endDeleted(request)
    else {
      const message = `The schedule ${id} expired at ${expiresAt.toISOString()}, before the ledger executed it`
      await end(request, 'expired', { code: 'REQUEST_EXPIRED', message })
    }
  }

  const endDeleted = (request: ScheduledRequest): Promise<void> =>
    end(request, 'deleted', { code: 'SCHEDULE_DELETED', message: `The schedule ${request.schedule.id} was deleted` })

  async function end(request: Request, state: 'expired' | 'deleted', why: { code: string; message: string }) {
    const ended = { ...request, schedule: request.schedule && { ...request.schedule, state } }
    await database.change(async (trx) => {
      await settlement.close(trx, ended, { ...why, from: ['pending', 'executing'] })
      await endSchedule(trx, request.jobId, state)
    })
  }

  /** Counts the signatures that the mirror shows, of keys that the ledger asks for. */
  async function countShown(request: ScheduledRequest, { signatures }: MirrorSchedule): Promise<void> {
    const known = signedKeys(request)
    const found = signatures
      .flatMap((shown): CountedSignature[] => {
        const counted = signatureOf(request, shown)
        return counted ? [counted] : []
      })
      .filter(({ publicKey }) => !known.has(publicKey))
    if (found.length === 0) return
    await database.change(async (trx) => {
      await lockRequest(trx, request.jobId)
      if ((await insertSignatures(trx, request.jobId, found)) === 0) return
      const signed = await findRequest(trx, request.jobId)
      if (!signed) return
      await noteWaiting(trx, [signed])
      trx.onCommit(() => {
        for (const signature of found) announcements.signatureAdded(signed, signature)
      })
    })
  }

  return { begin, look, end }
}

/** How a schedule differs from the one that was asked for. */
function differenceOf(shown: MirrorSchedule, { jobId, wallet, bodyBytes, schedule }: ScheduledRequest) {
  const body = scheduledBodyIn(bodyBytes)?.schedulable
  if (!body || !isSameScheduled(shown.body, body)) return 'its transaction is another'
  if (shown.payer !== wallet) return `its payer is ${shown.payer}`
  if (shown.memo !== `quorate:${jobId}`) return `its memo is ${JSON.stringify(shown.memo)}`
  if (shown.waitForExpiry !== (schedule.execute === 'expiry')) return 'it is executed at another time'
  const end = shown.expirationTime === null ? null : Math.floor(Number(shown.expirationTime)) * 1000
  return end === schedule.expiresAt.getTime() ? undefined : `it expires at ${shown.expirationTime}`
}

/** A signature that the mirror shows, if it is by a key that the ledger asks for and that an account here has. */
function signatureOf(
  request: Request,
  { publicKeyPrefix, signature, consensusTimestamp }: MirrorSchedule['signatures'][number],
): CountedSignature | undefined {
  const asked = presentKeys(request).flatMap(leaves)
  const found = new Map(
    asked
      .filter(
        ({ bytes }) =>
          publicKeyPrefix.length > 0 && Buffer.from(bytes).subarray(0, publicKeyPrefix.length).equals(publicKeyPrefix),
      )
      .map((leaf) => [publicKeyText(leaf), leaf] as const),
  )
  const [publicKey, ...others] = found.keys()
  if (publicKey === undefined || others.length > 0) return undefined
  const sender = [...people(request)].find(([, keys]) =>
    keys.flatMap(leaves).some((leaf) => publicKeyText(leaf) === publicKey),
  )
  if (!sender) return undefined
  const timestamp = new Date(Math.floor(Number(consensusTimestamp) * 1000))
  return { senderId: sender[0], publicKey, signature, timestamp, byMirror: true }
}
