import { type Ledger, onChain } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import { isScheduled, type Request } from '../model/request.ts'
import { markSettled, unsettledEndedBefore, WATCH_MS } from '../store/requests.ts'
import type { Tables } from '../store/tables.ts'
import type { ScheduledRequest, ScheduleWatch } from './schedule-watch.ts'
import type { Settlement } from './settle.ts'

/** How long after the end of its window the job looks for a transaction, so that the mirror has it, in milliseconds. */
const MIRROR_LAG_MS = 10_000
/** Length of a slot, in milliseconds: one job looks at all requests whose windows end within it. */
const SLOT_MS = 5_000
/** How many requests the job looks at together. */
const BATCH = 20
/** A job that is so much later than another request's was made before the clock was set back, in milliseconds. */
const SET_BACK_MS = 600_000
/** After how long the job looks again at requests that it could not close at any attempt, in milliseconds. */
const RETRY_DELAY_MS = 30_000

export interface Expiry {
  /** Creates the job that looks at the request when its ledger window has ended. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

/**
 * At the end of a request's ledger window the job settles it as the mirror says, whoever submitted it: executed, or
 * never to be executed and closed as expired. Requests in `error` are included, since signed bytes can be submitted
 * until their window ends. One job looks at all requests whose windows ended: it is created with the first of them, so
 * that most requests create none.
 */
export function createExpiry(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  clock: Clock
  settlement: Settlement
  watch: ScheduleWatch
}): Expiry {
  const { database, jobs, ledgers, clock, settlement, watch } = deps
  /** The latest slot of requests that end soon whose job this process knows to be committed. */
  let scheduled = 0

  const kind = jobs.define<{ at: number }>('transaction.expire', async ({ at }, { final }) => {
    try {
      await closeEnded(at - MIRROR_LAG_MS)
    } catch (error) {
      if (!final) throw error
      const later = clock.now() + RETRY_DELAY_MS
      // One repeated job suffices, as each looks at all requests whose windows ended.
      await database.change((trx) => create(trx, later, 'again'))
    }
  })

  const slotOf = (time: number): number => Math.ceil(time / SLOT_MS) * SLOT_MS
  const create = (trx: Change<Tables>, at: number, singletonKey = String(at)) =>
    jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey })

  /** @throws the first error once the others are closed */
  async function closeEnded(time: number): Promise<void> {
    const errors: unknown[] = []
    const unreachableChains: string[] = []
    for (
      let batch = await unsettledEndedBefore(database.read, new Date(time), { limit: BATCH, unreachableChains });
      batch.length > 0;
    ) {
      for (const chain of new Set(batch.map((request) => request.chain))) {
        const fault = await faultOf(chain)
        if (fault === undefined) continue
        unreachableChains.push(chain)
        errors.push(fault)
      }
      const closed = batch
        .filter(({ chain }) => !unreachableChains.includes(chain))
        .map((request) => close(request).catch((error: unknown) => error))
      errors.push(...(await Promise.all(closed)).filter((error) => error !== undefined))
      batch = await unsettledEndedBefore(database.read, new Date(time), {
        limit: BATCH,
        unreachableChains,
        after: batch.at(-1),
      })
    }
    if (errors.length > 0) throw errors[0]
  }

  /** Why no request of a chain can be closed now: without its mirror every outcome is unknown. */
  async function faultOf(chain: string): Promise<unknown> {
    try {
      await ledgerOf(chain).mirror.newest()
      return undefined
    } catch (error) {
      return error
    }
  }

  const ledgerOf = (chain: string): Ledger => onChain(ledgers, chain)

  async function close(request: Request): Promise<void> {
    if (isScheduled(request)) return closeSchedule(request)
    const ledger = ledgerOf(request.chain)
    const expiresAtLedger = request.windowEndsAt.getTime()
    const found = await ledger.outcome(request.transactionId, { expiresAt: expiresAtLedger, mirrorOnly: true })
    if (found.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger does not say yet what became of ${request.transactionId}`)
    const settled = found.phase === 'consensus' ? await settlement.settle(ledger, request, found) : undefined
    // From here on its own watch looks at a schedule.
    if (settled && isScheduled(settled)) return
    const { jobId, transactionId, expiresAt } = request
    if (settled && !settled.consensusTimestamp)
      throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} does not show ${transactionId} yet`)
    await database.change(async (trx) => {
      if (!settled)
        await settlement.close(trx, withoutSchedule(request), {
          // A timed request has the reason of its last attempt.
          code: request.code ?? 'REQUEST_EXPIRED',
          message: request.message ?? `The request expired at ${expiresAt.toISOString()}, before it was executed`,
          // A success is open here only while it rests on a receipt that the mirror has not confirmed.
          from: ['pending', 'executing', 'success'],
        })
      await markSettled(trx, jobId, settled)
    })
  }

  async function closeSchedule(request: ScheduledRequest): Promise<void> {
    if (isScheduled(await watch.look(request)))
      throw unavailable('OUTCOME_UNKNOWN', `The ledger does not say yet what became of ${request.schedule.id}`)
  }

  return {
    async schedule(trx, request) {
      const isKept = isScheduled(request)
      const at = slotOf(request.windowEndsAt.getTime() + MIRROR_LAG_MS + (isKept ? WATCH_MS : 0))
      const isFar = request.executeAt !== null || isKept
      const isSetBack = scheduled - at > SET_BACK_MS
      if (at <= scheduled && !isSetBack && !isFar) return
      await create(trx, at)
      if (isFar) return
      trx.onCommit(() => {
        scheduled = isSetBack ? at : Math.max(scheduled, at)
      })
    },
  }
}

/** The request, with a schedule that was never created as one that expired. */
const withoutSchedule = (request: Request): Request =>
  request.schedule ? { ...request, schedule: { ...request.schedule, state: 'expired' } } : request
