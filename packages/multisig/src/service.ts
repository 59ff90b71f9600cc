import type { Ledger } from '@quorate/ledger'
import {
  badRequest,
  type Cache,
  type Change,
  type Clock,
  type Database,
  type JobKind,
  type Jobs,
  type Realtime,
  type Session,
  unavailable,
} from '@quorate/platform'
import { createAnnouncements } from './events/announcements.ts'
import { notYours } from './model/keys.ts'
import { type OperationName, operations, type Request, signersOf } from './model/request.ts'
import { createExecution, type Execution } from './requests/execute.ts'
import { createExpiry } from './requests/expire.ts'
import { createRequestMaking, type RequestMaking } from './requests/make.ts'
import { createRejecting, type Rejecting } from './requests/reject.ts'
import { createSettlement } from './requests/settle.ts'
import { createSigning, type Signing } from './requests/sign.ts'
import { createStorage, type Storage } from './requests/storage.ts'
import { createTurns, type Turns } from './requests/turns.ts'
import type { Settings } from './settings.ts'
import { findRequest } from './store/requests.ts'
import type { Tables } from './store/tables.ts'

/** What the routes work with. */
export interface Service {
  database: Database<Tables>
  clock: Clock
  cache: Cache
  requestMaking: RequestMaking
  signing: Signing
  execution: Execution
  rejecting: Rejecting
  storage: Storage
  turns: Turns
  ledgerOf(session: Pick<Session, 'chain'>): Ledger
  /**
   * A request that the session's account may see; of this operation, if one is named. Throws 403 for everybody else and
   * where there is none, 400 `WRONG_OPERATION`.
   */
  openRequest(jobId: string, session: Session, operation?: OperationName): Promise<Request>
}

export function createService(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  cache: Cache
  clock: Clock
}): Service {
  const { database, jobs, ledgers, realtime, settings, cache, clock } = deps
  const announcements = createAnnouncements(realtime)
  const storage = createStorage({ database, jobs, settings, clock })
  const settlement = createSettlement({ database, clock, announcements, storage })
  const expiry = createExpiry({ database, jobs, ledgers, clock, settlement })

  function ledgerOf({ chain }: Pick<Session, 'chain'>): Ledger {
    const ledger = ledgers.get(chain)
    if (!ledger) throw unavailable('CHAIN_NOT_CONFIGURED', `The chain ${chain} is not among CHAINS`)
    return ledger
  }

  const turns = createTurns()

  /** The requests of jobs that this process runs itself: it need not read again what it has just written. */
  const atHand = new Map<string, Request>()

  const requestKinds = new Map<OperationName, JobKind<{ jobId: string }>>(
    operations.map((name) => [
      name,
      jobs.define<{ jobId: string }>(`${name}.request`, async ({ jobId }, { id }) => {
        const request = atHand.get(id) ?? (await findRequest(database.read, jobId))
        if (request) announcements.transactionPending(request)
      }),
    ]),
  )
  const signKind = jobs.define<{ jobId: string; publicKey: string }>(
    'transaction.sign',
    async ({ jobId, publicKey }, { id }) => {
      const request = atHand.get(id) ?? (await findRequest(database.read, jobId))
      const signature = request?.signatures.find((counted) => counted.publicKey === publicKey)
      if (request && signature) announcements.signatureAdded(request, signature)
    },
  )

  /** Creates a job with the change and answers what runs it at once, which the queue does where this process dies. */
  async function runAfter<D extends object>(
    trx: Change<Tables>,
    kind: JobKind<D>,
    data: D,
    request: Request,
  ): Promise<() => void> {
    const job = await jobs.create(trx, kind, data)
    return () => {
      atHand.set(job, request)
      void jobs.run(kind, job, data).finally(() => atHand.delete(job))
    }
  }

  return {
    database,
    clock,
    cache,
    ledgerOf,
    storage,
    turns,
    requestMaking: createRequestMaking({
      database,
      settings,
      clock,
      ledgerOf,
      storage,
      turns,
      async addJobs(trx, request) {
        await expiry.schedule(trx, request)
        await storage.schedule(trx, request)
        const kind = requestKinds.get(request.operation)
        return kind ? runAfter(trx, kind, { jobId: request.jobId }, request) : () => {}
      },
    }),
    signing: createSigning({
      database,
      clock,
      ledgerOf,
      addJob: (trx, request, { publicKey }) => runAfter(trx, signKind, { jobId: request.jobId, publicKey }, request),
    }),
    execution: createExecution({ database, jobs, ledgerOf, clock, settlement }),
    rejecting: createRejecting({ database, clock, settlement, storage }),
    async openRequest(jobId, session, operation) {
      const request = await findRequest(database.read, jobId)
      if (request?.chain !== session.chain || !signersOf(request).includes(session.walletId)) throw notYours()
      if (operation && request.operation !== operation)
        throw badRequest(
          'WRONG_OPERATION',
          `The request ${jobId} is executed at /multisig/wallet/${request.operation}/execute`,
        )
      return request
    },
  }
}
