/**
 * What becomes of schedules on the ledger, which has the last word: owners may sign, delete or complete them elsewhere.
 * Each is looked at after every transaction that was sent for it here, then ever more rarely, and at its end.
 */

import type { Ledger, MirrorSchedule } from '@quorate/ledger'
import type { Change, Clock, Database, JobKind, Jobs, Session } from '@quorate/platform'
import { type Leaf, leaves, publicKeyText, verify } from '@quorate/verify'
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
import { confirmSignatures, draftedBodies, endSchedule, nextWatch, watchOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import type { Settlement } from './settle.ts'

/** How long the first look waits after a transaction was sent; the pause doubles with each look, in milliseconds. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 300_000
/** How long after the end of a schedule its last look is, so that the mirror has passed it, in milliseconds. */
const MIRROR_LAG_MS = 15_000
const RETRY_PAUSE_MS = 30_000
/** How many signatures one look verifies at most: about 60 ms. */
const VERIFICATIONS_PER_LOOK = 300

export type ScheduledRequest = Request & { schedule: Schedule & { id: string } }

export interface ScheduleWatch {
  /** Begins to look at a schedule often again: a transaction for it is about to be sent, or it was just created. */
  begin(trx: Change<Tables>, jobId: string): Promise<void>
  /**
   * Takes over what the mirror shows of a request's schedule: its signatures, its deletion, its end, and what became of
   * its transaction. Answers the request as it is then.
   */
  look(request: ScheduledRequest): Promise<Request>
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
    // The request is open, so that the schedule is the one that was asked for: `settle` has compared them.
    const shown = await ledger.mirror.schedule(schedule.id)
    if (shown) await countShown(request, shown)
    if (shown?.executedTimestamp || clock.now() >= schedule.expiresAt.getTime()) await conclude(ledger, request, shown)
    else if (shown?.deleted) await endDeleted(request)
    return latest(request)
  }

  /** Settles a request whose transaction the ledger has executed, or never will. */
  async function conclude(ledger: Ledger, request: ScheduledRequest, shown: MirrorSchedule | null): Promise<void> {
    const { id, expiresAt } = request.schedule
    const outcome = await ledger.outcome(scheduledTransactionId(request), {
      expiresAt: expiresAt.getTime(),
      mirrorOnly: true,
    })
    // A mirror that shows the execution, but not yet its transaction, is asked again.
    if (outcome.state === 'unknown' || (shown?.executedTimestamp && outcome.phase !== 'consensus')) return
    if (outcome.phase === 'consensus') await settlement.conclude(request, outcome)
    else if (shown?.deleted) await endDeleted(request)
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

  /**
   * Counts the signatures that the mirror shows, of keys that the ledger asks for. Those that verify over a transaction
   * which was sent here are the ledger's; of others, that may be.
   */
  async function countShown(request: ScheduledRequest, { signatures }: MirrorSchedule): Promise<void> {
    const counted = signedKeys(request)
    const noted = new Map(request.signatures.map(({ publicKey, signature }) => [publicKey, signature]))
    const found = signatures
      .flatMap((shown) => signatureOf(request, shown) ?? [])
      .filter(({ publicKey, signature }) => {
        const known = noted.get(publicKey)
        return !counted.has(publicKey) && (!known || Buffer.compare(known, signature) !== 0)
      })
    if (found.length === 0) return
    const bodies = [request.bodyBytes, ...(await draftedBodies(database.read, request.jobId))]
    const [certain, others] = [new Map<string, CountedSignature>(), new Map<string, CountedSignature>()]
    // Others may send any number of invalid ones; those that were sent last are looked at.
    const most = Math.max(1, Math.floor(VERIFICATIONS_PER_LOOK / bodies.length))
    for (const { leaf, ...signature } of found.slice(-most)) {
      const { publicKey } = signature
      if (bodies.some((body) => verify(leaf, body, signature.signature))) certain.set(publicKey, signature)
      else if (!noted.has(publicKey)) others.set(publicKey, { ...signature, byMirror: true })
    }
    const added = [...certain.values(), ...others.values().filter(({ publicKey }) => !certain.has(publicKey))]
    if (added.length === 0) return
    await database.change(async (trx) => {
      await lockRequest(trx, request.jobId)
      await confirmSignatures(trx, request.jobId, [...certain.values()])
      await insertSignatures(trx, request.jobId, added)
      const signed = await findRequest(trx, request.jobId)
      if (!signed) return
      await noteWaiting(trx, [signed])
      trx.onCommit(() => {
        for (const signature of added) announcements.signatureAdded(signed, signature)
      })
    })
  }

  return { begin, look }
}

/** A signature that the mirror shows, if it is by a key that the ledger asks for and that an account here has. */
function signatureOf(
  request: Request,
  { publicKeyPrefix, signature, consensusTimestamp }: MirrorSchedule['signatures'][number],
): (CountedSignature & { leaf: Leaf }) | undefined {
  const asked = presentKeys(request).flatMap(leaves)
  const found = new Map(
    asked
      .filter(
        ({ bytes }) =>
          publicKeyPrefix.length > 0 && Buffer.from(bytes).subarray(0, publicKeyPrefix.length).equals(publicKeyPrefix),
      )
      .map((leaf) => [publicKeyText(leaf), leaf] as const),
  )
  const [[publicKey, leaf] = [], ...others] = found
  if (publicKey === undefined || leaf === undefined || others.length > 0) return undefined
  const sender = [...people(request)].find(([, keys]) =>
    keys.flatMap(leaves).some((leaf) => publicKeyText(leaf) === publicKey),
  )
  if (!sender) return undefined
  const timestamp = new Date(Math.floor(Number(consensusTimestamp) * 1000))
  return { senderId: sender[0], publicKey, signature, timestamp, leaf }
}
