import { type Ledger, onChain } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import { isKept, type KeptRequest, modeOf } from '../../model/modes.ts'
import type { Request } from '../../model/request.ts'
import { markSettled, unsettledEndedBefore, WATCH_MS } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import type { Outcomes } from './outcomes.ts'
import type { Settlement } from './settlement.ts'

/**
 * How long after the end of its window the job looks for a transaction, in milliseconds. The mirror shows it by then.
 */
const MIRROR_LAG_MS = 10_000
/** Length of a slot, in milliseconds: one job checks all requests whose windows end within it. */
const SLOT_MS = 5_000
/** How many requests the job handles together. */
const BATCH = 20
/** If the known job is later than this request's by more than this, in milliseconds, the clock was set back since. */
const SET_BACK_MS = 600_000
/** How long the job waits before it tries again to close requests that it could not close, in milliseconds. */
const RETRY_DELAY_MS = 30_000

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  ledgers: ReadonlyMap<string, Ledger>
  clock: Clock
  outcomes: Outcomes
  settlement: Settlement
  /** Finds the outcome of a transaction that the ledger keeps. */
  watch: { look(request: KeptRequest): Promise<Request> }
}

export type Expiry = ReturnType<typeof createExpiry>

/**
 * At the end of a request's ledger window, a job settles it by the mirror's answer, whoever submitted it: either the
 * transaction was executed, or it never will be, and the request is closed as expired. Requests in `error` are
 * included, because signed bytes can be submitted until their window ends. One job handles all requests whose windows
 * have ended. The first of them creates it, so most requests create none.
 */
export function createExpiry(deps: Deps) {
  const { database, jobs, clock } = deps
  /** The latest slot with a committed job that this process knows of, for requests that end soon. */
  let scheduled = 0

  const kind = jobs.define<{ at: number }>('transaction.expire', async ({ at }, { final }) => {
    try {
      await closeEnded(deps, at - MIRROR_LAG_MS)
    } catch (error) {
      if (!final) throw error
      const later = clock.now() + RETRY_DELAY_MS
      // One repeated job is enough, because it handles all requests whose windows have ended.
      await database.change((trx) => create(trx, later, 'again'))
    }
  })

  const slotOf = (time: number): number => Math.ceil(time / SLOT_MS) * SLOT_MS
  const create = (trx: Change<Tables>, at: number, singletonKey = String(at)) =>
    jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey })

  return {
    /** Creates the job that checks the request when its ledger window has ended. */
    async schedule(trx: Change<Tables>, request: Request): Promise<void> {
      const at = slotOf(request.windowEndsAt.getTime() + MIRROR_LAG_MS + (isKept(request) ? WATCH_MS : 0))
      const isFar = modeOf(request).waitsUntil(request) !== null
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

/** @throws the first error, after the other chains' requests are closed */
async function closeEnded(deps: Deps, time: number): Promise<void> {
  const { database, ledgers } = deps
  const errors: unknown[] = []
  const unreachableChains: string[] = []
  const next = (after?: Request) =>
    unsettledEndedBefore(database.read, new Date(time), { limit: BATCH, unreachableChains, after })
  for (let batch = await next(); batch.length > 0; batch = await next(batch.at(-1))) {
    for (const chain of new Set(batch.map((request) => request.chain))) {
      const fault = await faultOf(onChain(ledgers, chain))
      if (fault === undefined) continue
      unreachableChains.push(chain)
      errors.push(fault)
    }
    const closed = batch
      .filter(({ chain }) => !unreachableChains.includes(chain))
      .map((request) => close(deps, request).catch((error: unknown) => error))
    errors.push(...(await Promise.all(closed)).filter((error) => error !== undefined))
  }
  if (errors.length > 0) throw errors[0]
}

/** The error that prevents closing a chain's requests now: without its mirror, every outcome is unknown. */
async function faultOf({ mirror }: Ledger): Promise<unknown> {
  try {
    await mirror.newest()
    return undefined
  } catch (error) {
    return error
  }
}

async function close({ database, ledgers, outcomes, settlement, watch }: Deps, request: Request): Promise<void> {
  const unknown = (what: string | null) =>
    unavailable('OUTCOME_UNKNOWN', `The ledger has not yet reported the outcome of ${what}`)
  if (isKept(request)) {
    if (isKept(await watch.look(request))) throw unknown(request.schedule.id)
    return
  }
  const { jobId, transactionId, expiresAt, windowEndsAt } = request
  const ledger = onChain(ledgers, request.chain)
  const found = await ledger.outcome(transactionId, { expiresAt: windowEndsAt.getTime(), mirrorOnly: true })
  if (found.state === 'unknown') throw unknown(transactionId)
  const settled = found.phase === 'consensus' ? await settlement.settle(ledger, request, found) : undefined
  // From now on, the watch follows its schedule.
  if (settled && isKept(settled)) return
  if (settled && !settled.consensusTimestamp)
    throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} does not show ${transactionId} yet`)
  await database.change(async (trx) => {
    if (!settled)
      await outcomes.close(trx, modeOf(request).neverExecuted(request), {
        // A timed request keeps the reason of its last attempt.
        code: request.code ?? 'REQUEST_EXPIRED',
        message: request.message ?? `The request expired at ${expiresAt.toISOString()}, before it was executed`,
        // A success is unsettled here only if it rests on a receipt that the mirror has not confirmed.
        from: ['pending', 'executing', 'success'],
      })
    await markSettled(trx, jobId, settled)
  })
}
