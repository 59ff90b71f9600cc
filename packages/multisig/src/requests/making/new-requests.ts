import { createPrices, type Ledger } from '@quorate/ledger'
import {
  ApiError,
  type Clock,
  conflict,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
  unprocessable,
} from '@quorate/platform'
import type { TObject } from 'typebox'
import type { Announcements } from '../../events/announcements.ts'
import { signsIntent } from '../../model/modes.ts'
import { type OperationName, operations, type Request } from '../../model/request.ts'
import { operations as all } from '../../operations/index.ts'
import type { Asker, Operation } from '../../operations/operation.ts'
import type { Problem } from '../../operations/problems.ts'
import type { Settings } from '../../settings.ts'
import { mutedBy, noteKnown } from '../../store/acquaintances.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { noteOpened } from '../../store/proposals.ts'
import { findRequest, insertRequest } from '../../store/requests.ts'
import type { Tables } from '../../store/tables.ts'
import type { Expiry } from '../lifecycle/expiry.ts'
import type { Retention } from '../lifecycle/retention.ts'
import { checkRoomFor } from '../limits/request-counts.ts'
import type { RequestModes } from '../modes/request-mode.ts'
import { type Decided, draftRequest, type ProposalOf, type RequestedBody } from './draft.ts'

interface Deps {
  database: Database<Tables>
  settings: Settings
  clock: Clock
  ledgerOf: (session: Pick<Session, 'chain'>) => Ledger
  jobs: Jobs
  expiry: Expiry
  retention: Retention
  modes: RequestModes
  announcements: Announcements
}

export type NewRequests = ReturnType<typeof createNewRequests>

export function createNewRequests(deps: Deps) {
  const { database, jobs, announcements } = deps
  const drafting = { ...deps, priceOf: createPrices(deps.clock) }

  /** Announces a new request to the owners. */
  const kinds = new Map<OperationName, JobKind<{ jobId: string }, Request>>(
    operations.map((name) => [
      name,
      jobs.define<{ jobId: string }, Request>(`${name}.request`, async ({ jobId }, { local }) => {
        const request = local ?? (await findRequest(database.read, jobId))
        // Until the ledger keeps a scheduled request, only its requester can act on it.
        if (request && signsIntent(request)) announcements.transactionPending(request)
      }),
    ]),
  )

  return {
    /**
     * Makes a request for the session, or for the wallet itself if a proposal of its DAO has passed. Its operation
     * prepares it; then it is frozen for one consensus node, and stored with its jobs. Also returns why the ledger
     * would refuse it now.
     *
     * @throws 422 with the ledger's code if it would refuse the transaction, unless `force` is set or it is executed
     *     later
     */
    async make<Body extends TObject>(
      operation: Operation<Body>,
      body: RequestedBody<Body>,
      asker: Asker & { decided?: Decided },
    ): Promise<{ request: Request; problems: Problem[] }> {
      const drafted = await draftRequest(drafting, operation, body, asker)
      if (drafted.request.mode === 'immediate' && !body.force) refuseProblems(drafted.problems)
      await store(deps, kinds, drafted.request)
      return drafted
    },

    /** The reasons why the ledger would refuse such a request now. Stores nothing. */
    async check<Body extends TObject>(
      operation: Operation<Body>,
      body: RequestedBody<Body>,
      asker: Asker,
    ): Promise<Problem[]> {
      return (await draftRequest(drafting, operation, body, asker)).problems
    },

    /** The reasons why the ledger would refuse a pending request now. Empty for other requests. */
    async checkAgain({ state, operation, payload, requester, chain, newGovernance }: Request): Promise<Problem[]> {
      if (state !== 'pending') return []
      const asker = { chain, walletId: requester, app: newGovernance?.smartApp ?? '', isStored: true }
      try {
        return (await draftRequest(drafting, all[operation] as Operation, payload as never, asker)).problems
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode >= 500) throw error
        return [{ code: error.code, message: error.message }]
      }
    },
  }
}

async function store(
  { database, jobs, expiry, retention, modes }: Deps,
  kinds: Map<OperationName, JobKind<{ jobId: string }, Request>>,
  request: Request,
): Promise<void> {
  const { jobId, chain, wallet, requester, createdAt: at } = request
  const proposal = request.payload.proposal as ProposalOf | undefined
  const source = wallet ?? requester
  await database.change(async (trx) => {
    if (proposal && wallet && !(await noteOpened(trx, { chain, wallet, jobId, proposal: proposal.proposalId, at })))
      throw conflict('PROPOSAL_OPENED', `The proposal ${proposal.proposalId} has already created its request`)
    await checkRoomFor(trx, request)
    await insertRequest(trx, request)
    if (!proposal && wallet) await noteKnown(trx, { chain, source, accounts: [requester], at })
    const muted = await mutedBy(trx, chain, source)
    await noteWaiting(trx, [request])
    await expiry.schedule(trx, request)
    await retention.schedule(trx, request)
    await modes[request.mode].begin(trx, request)
    const kind = kinds.get(request.operation)
    if (kind) await jobs.createAndRun(trx, kind, { jobId }, { local: { ...request, muted } })
  })
}

/** @throws 422 with the code of the first problem; `details` lists them all */
function refuseProblems(problems: Problem[]): void {
  const [first] = problems
  if (!first) return
  const what = problems.map(({ message }) => message).join('. ')
  throw unprocessable(
    first.code,
    `The ledger would refuse this now: ${what}. To ask all the same, send "force": true`,
    problems,
  )
}
