import { createPrices, type Ledger } from '@quorate/ledger'
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  type JobKind,
  type Jobs,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { requestOperations } from '@quorate/verify'
import type { TObject } from 'typebox'
import type { Announcements } from '../../events/announcements.ts'
import { signsIntent } from '../../model/modes.ts'
import type { OperationName, Request } from '../../model/request.ts'
import { operations as all } from '../../operations/index.ts'
import type { Asker, Operation } from '../../operations/operation.ts'
import type { Problem } from '../../operations/problems.ts'
import type { Settings } from '../../settings.ts'
import { mutedBy, noteKnown } from '../../store/acquaintances.ts'
import { noteWaiting } from '../../store/inbox.ts'
import { noteOpened } from '../../store/proposals.ts'
import { findRequest, insertRequest } from '../../store/requests.ts'
import { countedRoles } from '../../store/roles.ts'
import type { Tables } from '../../store/tables.ts'
import type { Expiry } from '../lifecycle/expiry.ts'
import type { Notices } from '../lifecycle/notices/notices.ts'
import type { Retention } from '../lifecycle/retention.ts'
import { checkRoomFor } from '../limits/request-counts.ts'
import type { RequestModes } from '../modes/request-mode.ts'
import { type Decided, type DraftAsker, draftRequest, type ProposalOf, preparing, type RequestedBody } from './draft.ts'
import { checkGroup } from './group.ts'
import { replace, requestToReplace } from './replaced.ts'

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
  notices: Notices
}

export type NewRequests = ReturnType<typeof createNewRequests>

export function createNewRequests(deps: Deps) {
  const { database, jobs, announcements } = deps
  const drafting = { ...deps, priceOf: createPrices(deps.clock) }

  /** Announces a new request to the owners. */
  const kinds = new Map<OperationName, JobKind<{ jobId: string }, Request>>(
    requestOperations.map((name) => [
      name,
      jobs.define<{ jobId: string }, Request>(`${name}.request`, async ({ jobId }, { local }) => {
        const request = local ?? (await findRequest(database.read, jobId))
        // Until the ledger keeps a scheduled request's transaction, only the requester can act.
        if (request && signsIntent(request)) announcements.transactionPending(request)
      }),
    ]),
  )

  return {
    /**
     * Makes a request for the session, or for the wallet itself if a proposal of its DAO has passed. The operation
     * prepares it; then it is frozen for one consensus node, and stored with its jobs. Also returns why the ledger
     * would refuse it now. `within` runs in the change that stores the request.
     *
     * @throws as `requestToReplace`; 422 with the ledger's code if it would refuse the transaction, unless `force` is
     * set or the request is executed later
     */
    async make<Body extends TObject>(
      operation: Operation<Body>,
      body: RequestedBody<Body>,
      asker: Asker & { decided?: Decided },
      within: (trx: Change<Tables>, request: Request) => Promise<void> = async () => {},
    ): Promise<{ request: Request; problems: Problem[] }> {
      const drafted = await draftRequest(drafting, operation, body, await replacing(deps, body, asker))
      if (drafted.request.mode === 'immediate' && !body.force) refuseProblems(drafted.problems)
      await store(deps, kinds, drafted.request, within)
      return drafted
    },

    /** The reasons why the ledger would refuse such a request now. Stores nothing. */
    async check<Body extends TObject>(
      operation: Operation<Body>,
      body: RequestedBody<Body>,
      asker: Asker,
    ): Promise<Problem[]> {
      return (await draftRequest(drafting, operation, body, await replacing(deps, body, asker))).problems
    },

    /**
     * Checks that the accounts and tokens of a proposed request exist. Other reasons against it may pass until it is
     * made.
     *
     * @throws 422 `INVALID_ACCOUNT_ID`, `ACCOUNT_DELETED`, `INVALID_TOKEN_ID`, `TOKEN_WAS_DELETED`
     */
    async checkEntities<Body extends TObject>(
      operation: Operation<Body>,
      body: RequestedBody<Body>,
      { ledger, ...asker }: DraftAsker & { ledger: Ledger },
    ): Promise<void> {
      try {
        await operation.prepare(body, preparing(drafting, asker, ledger))
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode >= 500 || LASTING.has(error.code)) throw error
      }
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

/** Refusals that do not end with time. */
const LASTING: ReadonlySet<string> = new Set([
  'ACCOUNT_DELETED',
  'INVALID_ACCOUNT_ID',
  'INVALID_TOKEN_ID',
  'TOKEN_WAS_DELETED',
])

/** Adds the request that the body replaces to the requester's data. @throws as `requestToReplace` */
const replacing = async <A extends Asker>(deps: Deps, { replaces }: { replaces?: string }, asker: A) =>
  replaces === undefined ? asker : { ...asker, replaced: await requestToReplace(deps, replaces, asker) }

async function store(
  { database, jobs, clock, expiry, retention, modes, notices }: Deps,
  kinds: Map<OperationName, JobKind<{ jobId: string }, Request>>,
  request: Request,
  within: (trx: Change<Tables>, request: Request) => Promise<void>,
): Promise<void> {
  const { jobId, chain, wallet, requester, createdAt: at } = request
  const proposal = request.payload.proposal as ProposalOf | undefined
  const source = wallet ?? requester
  await database.change(async (trx) => {
    if (proposal && wallet && !(await noteOpened(trx, { chain, wallet, jobId, proposal: proposal.proposalId, at })))
      throw conflict('PROPOSAL_OPENED', `The proposal ${proposal.proposalId} has already created its request`)
    await checkRoomFor(trx, request)
    await checkGroup(trx, request)
    await insertRequest(trx, request)
    await within(trx, request)
    await replace(trx, request, clock.now())
    if (!proposal && wallet) await noteKnown(trx, { chain, source, accounts: [requester], at })
    const muted = await mutedBy(trx, chain, source)
    const stored = { ...request, muted, roles: wallet ? await countedRoles(trx, chain, wallet) : {} }
    await noteWaiting(trx, [request])
    await expiry.schedule(trx, request)
    await retention.schedule(trx, request)
    await modes[request.mode].begin(trx, request)
    // Until the ledger keeps a scheduled request's transaction, only the requester can act. A group gets one notice.
    if (signsIntent(request) && !request.group?.position) await notices.tell(trx, stored, 'signature_wanted')
    const kind = kinds.get(request.operation)
    if (kind) await jobs.createAndRun(trx, kind, { jobId }, { local: stored })
  })
}

/** @throws 422 with the code of the first problem; `details` lists them all */
function refuseProblems(problems: Problem[]): void {
  const [first] = problems
  if (!first) return
  const what = problems.map(({ message }) => message).join('. ')
  throw unprocessable(
    first.code,
    `The ledger would refuse this now: ${what}. To make the request anyway, send "force": true`,
    problems,
  )
}
