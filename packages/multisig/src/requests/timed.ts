/**
 * Requests with `executeAt`, whose transaction's valid start lies in the future. Owners sign at any time before it, and
 * the service submits at that time, again and again until the request ends.
 */
import { type Ledger, toLedgerTime } from '@quorate/ledger'
import {
  ApiError,
  badRequest,
  type Change,
  type Clock,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
} from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import { leavesHeld } from '../model/keys.ts'
import type { Request } from '../model/request.ts'
import { withdrawSignatures } from '../store/events.ts'
import { noteWaiting } from '../store/inbox.ts'
import { findRequest, lockRequest, moveState } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import type { Execution } from './execute.ts'
import { readOnce } from './meter.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** How long before its time owners are reminded of a request, in milliseconds. */
const REMINDERS_MS = [DAY_MS, HOUR_MS]
/** How long after `executeAt` the first attempt is made: the valid start lies within this time, in milliseconds. */
const START_MS = 1_000
/** How long the service waits between two attempts, in milliseconds. */
const RETRY_DELAY_MS = 5_000

export interface TimedRequests {
  /** Creates the jobs that remind of a timed request and execute it. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

/** The time, in milliseconds. @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXECUTE_AT` */
export function executeAtFrom(text: string, now: number): number {
  const time = Math.floor(Number(toLedgerTime(text, 'executeAt')) * 1000)
  const days = limits.executeAtAhead.value
  if (time <= now || time > now + days * DAY_MS)
    throw badRequest(
      'INVALID_EXECUTE_AT',
      `executeAt is ${text}: send a time after ${new Date(now).toISOString()}, at most ${days} days ahead`,
    )
  return time
}

export function createTimedRequests(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgerOf: (request: Pick<Session, 'chain'>) => Ledger
  clock: Clock
  announcements: Announcements
  execution: Execution
}): TimedRequests {
  const { database, jobs, ledgerOf, clock, announcements, execution } = deps

  const reminder = jobs.define<{ jobId: string }>('transaction.reminder', async ({ jobId }, { final }) => {
    const request = await findRequest(database.read, jobId)
    if (request?.state !== 'pending') return
    // Without the mirror nobody knows which keys have changed, but owners are still reminded.
    const checked = await withdrawReplaced(request).catch((error: unknown) => {
      if (!final) throw error
      return request
    })
    announcements.transactionDue(checked)
  })

  const due: JobKind<{ jobId: string }> = jobs.define<{ jobId: string }>('transaction.due', async ({ jobId }) => {
    const request = await findRequest(database.read, jobId)
    if (request?.state === 'pending') {
      try {
        await execution.executeDue(await withdrawReplaced(request))
      } catch (error) {
        await recordReason(request, error)
      }
    }
    const next = clock.now() + RETRY_DELAY_MS
    const isOpen = request?.state === 'pending' || request?.state === 'executing'
    if (isOpen && next < request.expiresAt.getTime()) await database.change((trx) => create(trx, due, jobId, next))
  })

  const create = (trx: Change<Tables>, kind: typeof due, jobId: string, at: number) =>
    jobs.create(trx, kind, { jobId }, { startAfter: new Date(at), singletonKey: `${jobId} ${at}` })

  /** Stores why a due request could not be executed yet: with this code it ends if nothing changes. */
  async function recordReason(request: Request, error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    if (code === request.code && message === request.message) return
    const change = { code, message, updated_at: new Date(clock.now()) }
    await database.change((trx) => moveState(trx, request.jobId, ['pending'], change))
    if (code === 'THRESHOLD_NOT_MET' && request.code !== code) announcements.transactionDue(request)
  }

  /** Withdraws the signatures by keys that their senders' accounts do not hold on the ledger any more. */
  async function withdrawReplaced(request: Request): Promise<Request> {
    const ledger = readOnce(ledgerOf(request), () => {})
    const senders = [...new Set(request.signatures.map(({ senderId }) => senderId))]
    const held = new Map(
      await Promise.all(senders.map(async (sender) => [sender, await leavesHeld(ledger, sender)] as const)),
    )
    const replaced = request.signatures.filter(({ senderId, publicKey }) => !held.get(senderId)?.has(publicKey))
    if (replaced.length === 0) return request
    const keys = replaced.map(({ publicKey }) => publicKey)
    return database.change(async (trx) => {
      await lockRequest(trx, request.jobId)
      const locked = (await findRequest(trx, request.jobId)) ?? request
      if (locked.state !== 'pending') return locked
      await withdrawSignatures(trx, request.jobId, keys)
      const left = { ...locked, signatures: locked.signatures.filter(({ publicKey }) => !keys.includes(publicKey)) }
      await noteWaiting(trx, [left])
      trx.onCommit(() => {
        for (const signature of replaced)
          announcements.signatureWithdrawn(left, { ...signature, timestamp: new Date(clock.now()) })
      })
      return left
    })
  }

  return {
    async schedule(trx, request) {
      const { jobId, executeAt } = request
      if (!executeAt) return
      const at = executeAt.getTime()
      for (const before of REMINDERS_MS) if (at - before > clock.now()) await create(trx, reminder, jobId, at - before)
      await create(trx, due, jobId, at + START_MS)
    },
  }
}
