import type { Ledger } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import type { Request } from './request.ts'
import { type Settlement, timed } from './settlement.ts'
import { endRequest, openSince, type Tables } from './store.ts'

/** How long after the end of its window a transaction is looked for, so that the mirror has it, in milliseconds. */
const mirrorLag = 10_000
/** Requests whose windows end within the same stretch are looked at together, in milliseconds. */
const stretch = 5_000
/** How many are read at a time. */
const batch = 100
/** When a ledger that was away at every attempt is asked again, in milliseconds. */
const askAgain = 30_000

export interface Expiry {
  /** Has the request looked at when its ledger window has ended. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

/**
 * At the end of a request's ledger window, what the ledger says of it stands, whoever submitted it: executed, or never to
 * be executed and closed as expired. Looks at requests in `error` too, since signed bytes live as long as their window.
 * One job looks at all whose windows ended: it is created with the first of them, so that most requests need none.
 */
export function createExpiry(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  clock: Clock
  settlement: Settlement
}): Expiry {
  const { database, jobs, ledgers, clock, settlement } = deps
  /** The latest stretch whose job this process knows to be committed. */
  let scheduled = 0

  const kind = jobs.define<{ at: number }>('transaction.expire', async ({ at }, { final }) => {
    try {
      await closeEnded(at - mirrorLag)
    } catch (error) {
      if (!final) throw error
      await database.change((trx) => create(trx, stretchOf(clock.now() + askAgain)))
    }
  })

  const stretchOf = (time: number): number => Math.ceil(time / stretch) * stretch
  const create = (trx: Change<Tables>, at: number) =>
    jobs.create(trx, kind, { at }, { startAfter: new Date(at), singletonKey: String(at) })

  async function closeEnded(time: number): Promise<void> {
    const failed = new Map<string, unknown>()
    for (;;) {
      const requests = (await openSince(database.read, new Date(time), batch + failed.size)).filter(
        ({ jobId }) => !failed.has(jobId),
      )
      await Promise.all(requests.map((request) => close(request).catch((error) => failed.set(request.jobId, error))))
      if (requests.length === 0) break
    }
    for (const error of failed.values()) throw error
  }

  async function close(request: Request): Promise<void> {
    const ledger = ledgers.get(request.chain)
    if (!ledger) throw unavailable('CHAIN_NOT_CONFIGURED', `The chain ${request.chain} is not among CHAINS any more`)
    const found = await ledger.outcome(request.transactionId, { expiresAt: request.windowEndsAt.getTime() })
    const outcome = found.state === 'final' ? await timed(ledger, found) : found
    if (outcome.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger does not say yet what became of ${request.transactionId}`)
    if (outcome.phase === 'consensus') await settlement.settle(request, outcome)
    const { jobId, transactionId, expiresAt } = request
    if (outcome.phase === 'consensus' && !outcome.consensusTimestamp)
      throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} does not show ${transactionId} yet`)
    await database.change(async (trx) => {
      if (outcome.phase !== 'consensus')
        await settlement.close(trx, request, {
          code: 'REQUEST_EXPIRED',
          message: `The request expired at ${expiresAt.toISOString()}, before it was executed`,
          from: ['pending', 'executing'],
        })
      await endRequest(trx, jobId, outcome.consensusTimestamp)
    })
  }

  return {
    async schedule(trx, request) {
      const at = stretchOf(request.windowEndsAt.getTime() + mirrorLag)
      if (at <= scheduled) return
      await create(trx, at)
      trx.onCommit(() => {
        scheduled = Math.max(scheduled, at)
      })
    },
  }
}
