import type { Ledger } from '@quorate/ledger'
import { type Change, type Clock, type Database, type Jobs, unavailable } from '@quorate/platform'
import type { Request } from './request.ts'
import type { Settlement } from './settlement.ts'
import { fillConsensusTimestamp, findRequest, type Tables } from './store.ts'

/** How long after the end of its window a transaction is looked for, so that the mirror has it, in milliseconds. */
const mirrorLag = 10_000
/** When a ledger that was away at every attempt is asked again, in milliseconds. */
const askAgain = 30_000

export interface Expiry {
  /** Has the request closed when its ledger window has ended. */
  schedule(trx: Change<Tables>, request: Request): Promise<void>
}

/**
 * At the end of a request's ledger window, what the ledger says of it stands, whoever submitted it: executed, or never to
 * be executed and closed as expired. Looks at requests in `error` too, since signed bytes live as long as their window.
 */
export function createExpiry(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  clock: Clock
  settlement: Settlement
}): Expiry {
  const { database, jobs, ledgers, clock, settlement } = deps
  const kind = jobs.define<{ jobId: string }>('transaction.expire', async ({ jobId }, { final }) => {
    const request = await findRequest(database.read, jobId)
    const ledger = request && ledgers.get(request.chain)
    if (!request || !ledger) return
    try {
      await close(request, ledger)
    } catch (error) {
      if (!final) throw error
      await database.change((trx) => create(trx, jobId, clock.now() + askAgain))
    }
  })

  const create = (trx: Change<Tables>, jobId: string, at: number) =>
    jobs.create(trx, kind, { jobId }, { startAfter: new Date(at) })

  async function close(request: Request, ledger: Ledger): Promise<void> {
    const decided = request.receipt !== null
    if (decided && request.consensusTimestamp !== null) return
    const outcome = await ledger.outcome(request.transactionId, { expiresAt: request.windowEndsAt.getTime() })
    if (outcome.state === 'unknown')
      throw unavailable('OUTCOME_UNKNOWN', `The ledger does not say yet what became of ${request.transactionId}`)
    if (outcome.phase === 'consensus') {
      if (decided && outcome.consensusTimestamp)
        await database.change((trx) => fillConsensusTimestamp(trx, request.jobId, outcome.consensusTimestamp ?? null))
      else if (!decided) await settlement.settle(request, outcome)
    } else if (request.state === 'pending' || request.state === 'executing')
      await settlement.close(
        request,
        'REQUEST_EXPIRED',
        `The request expired at ${request.expiresAt.toISOString()}, before it was executed`,
      )
  }

  return {
    schedule: async (trx, request) => {
      await create(trx, request.jobId, request.windowEndsAt.getTime() + mirrorLag)
    },
  }
}
